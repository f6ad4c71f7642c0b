import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import type { SaveReply } from '#survey/apply-save-reply.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'

/** What happened on this device, told to every part of every tab that is open on the same account. */
export type DeviceEvent =
  | ({
      readonly kind: 'typed'
      readonly survey: string
      readonly subSection: string
      readonly answer: string
      readonly at: string
      readonly copiedFrom: string | null
    } & AnswerValue)
  /** What this tab told of the survey until now is on the device. */
  | { readonly kind: 'written'; readonly survey: string }
  /** A sub-section came or went. Who made the change shows it already. */
  | { readonly kind: 'edited'; readonly survey: string; readonly edit: Edit }
  | {
      readonly kind: 'saved'
      readonly survey: string
      readonly reply: SaveReply
      readonly conflicts: readonly { readonly id: string; readonly conflict: Conflict }[]
      /** When each answer that was sent was given; a tab of an earlier app does not say. */
      readonly sentAt?: ReadonlyMap<string, string>
    }
  /** Somebody else's answers came from the server; those in `waiting` were also given here and are not sent yet. */
  | {
      readonly kind: 'live'
      readonly survey: string
      readonly answers: readonly RemoteAnswer[]
      readonly waiting: readonly string[]
    }
  /** The person has chosen between two answers. */
  | { readonly kind: 'settled'; readonly survey: string; readonly answer: string }
  /** What only the server keeps of the survey may be something else now, as when somebody else changed more than answers. */
  | { readonly kind: 'elsewhere'; readonly survey: string }
  /** The survey was deleted, or this account may not read it any more. */
  | { readonly kind: 'gone'; readonly survey: string }
  /** The list of surveys is another one. */
  | { readonly kind: 'listed' }
  /** What work without network needs was brought onto the device, as far as it could be. */
  | { readonly kind: 'prepared' }
  /** The server has other templates to begin with. */
  | { readonly kind: 'templates' }
  /** A contact of the account came, went or changed. */
  | { readonly kind: 'contacts' }
  /** The page was in the browser's back/forward cache: what it shows may be old. */
  | { readonly kind: 'back' }
  /** Anything else about a survey: read it from the device again. */
  | { readonly kind: 'changed'; readonly survey: string }
  /** Entries came, went or changed their state. `now` = worth a try at once. */
  | { readonly kind: 'queue'; readonly now: boolean }
  | {
      readonly kind: 'progress'
      readonly entry: string
      readonly loaded: number
      readonly total: number
      readonly speed: number
    }
  | { readonly kind: 'cancel'; readonly entry: string }
  /** Files that wait for their bulk upload came or went. */
  | { readonly kind: 'bulk' }

interface Envelope {
  readonly account: string
  readonly event: DeviceEvent
}

type Listener = (event: DeviceEvent, elsewhere: boolean) => void

const listeners = new Map<Listener, string>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-device')

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Envelope>) => deliver(data, true)
  // Node (tests) must not be kept alive by it.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
}

export function publish(account: string, event: DeviceEvent): void {
  deliver({ account, event }, false)
  channel?.postMessage({ account, event } satisfies Envelope)
}

/** Listens for one account. `elsewhere`: it happened in another tab. */
export function subscribe(account: string, listener: Listener): () => void {
  listeners.set(listener, account)
  return () => {
    listeners.delete(listener)
  }
}

/** This page was frozen, and what was told meanwhile may never have reached it: everything here is read again. */
function readAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  for (const [listener] of listeners) listener({ kind: 'back' }, true)
}

if (typeof window !== 'undefined' && 'onpageshow' in window) addEventListener('pageshow', readAgain)

function deliver({ account, event }: Envelope, elsewhere: boolean): void {
  for (const [listener, listening] of listeners) if (listening === account) listener(event, elsewhere)
}

import type { RemoteAnswer, SaveReply } from '#survey/apply.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'

/** An event on this device, delivered to every open tab of the same account. */
export type DeviceEvent =
  | ({
      readonly kind: 'typed'
      readonly survey: string
      readonly subSection: string
      readonly answer: string
      readonly at: string
      readonly copiedFrom: string | null
    } & AnswerValue)
  /** The database has stored everything this tab published for the survey so far. */
  | { readonly kind: 'written'; readonly survey: string }
  /** A sub-section was added or removed. The tab that made the change already shows it. */
  | { readonly kind: 'edited'; readonly survey: string; readonly edit: Edit }
  | {
      readonly kind: 'saved'
      readonly survey: string
      readonly reply: SaveReply
      readonly conflicts: readonly { readonly id: string; readonly conflict: Conflict }[]
      /** Time of each answer that was sent. Missing if the event comes from a tab of an older app. */
      readonly sentAt?: ReadonlyMap<string, string>
    }
  /**
   * Answers by other users arrived from the server. `waiting` lists the ones this device also edited and
   * hasn't sent.
   */
  | {
      readonly kind: 'live'
      readonly survey: string
      readonly answers: readonly RemoteAnswer[]
      readonly waiting: readonly string[]
    }
  /** The user resolved a conflict between two answers. */
  | { readonly kind: 'settled'; readonly survey: string; readonly answer: string }
  /** Server-only data of the survey may have changed, e.g. because another user changed more than answers. */
  | { readonly kind: 'elsewhere'; readonly survey: string }
  /** The survey was deleted, or this account may no longer read it. */
  | { readonly kind: 'gone'; readonly survey: string }
  /** The list of surveys changed. */
  | { readonly kind: 'listed' }
  /** A prefetch for offline work finished, completely or in part. */
  | { readonly kind: 'prepared' }
  /** The server's list of templates changed. */
  | { readonly kind: 'templates' }
  /** A contact of the account was added, changed or removed. */
  | { readonly kind: 'contacts' }
  /** The page returned from the back/forward cache, so what it shows may be outdated. */
  | { readonly kind: 'back' }
  /** Any other change to a survey: reload it from the device. */
  | { readonly kind: 'changed'; readonly survey: string }
  /** Outbox entries were added, removed or changed. `now`: try to send at once. */
  | { readonly kind: 'queue'; readonly now: boolean }
  | {
      readonly kind: 'progress'
      readonly entry: string
      readonly loaded: number
      readonly total: number
      readonly speed: number
    }
  | { readonly kind: 'cancel'; readonly entry: string }
  /** Files that wait for bulk upload were added or removed. */
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
  // In Node (tests), an open channel would keep the process running.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
}

export function publish(account: string, event: DeviceEvent): void {
  deliver({ account, event }, false)
  channel?.postMessage({ account, event } satisfies Envelope)
}

/** Subscribes to the events of one account. `elsewhere`: the event came from another tab. */
export function subscribe(account: string, listener: Listener): () => void {
  listeners.set(listener, account)
  return () => {
    listeners.delete(listener)
  }
}

/** A page in the back/forward cache may have missed events, so every listener reloads. */
function readAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  for (const [listener] of listeners) listener({ kind: 'back' }, true)
}

if (typeof window !== 'undefined' && 'onpageshow' in window) addEventListener('pageshow', readAgain)

function deliver({ account, event }: Envelope, elsewhere: boolean): void {
  for (const [listener, listening] of listeners) if (listening === account) listener(event, elsewhere)
}

import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { contactsIn } from '../contacts/device-contacts.ts'
import { bulkFilesOf } from '../store/bulk-files.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { currentStorageFailure, onStorageFailure } from '../store/storage-failure.ts'
import { updateMemory } from '../store/unsent-memory.ts'
import { type Unverified, unverifiedSurveys } from '../store/unverified.ts'
import { type SyncState, summarizeEntries, unsentOf } from './status.ts'
import { watchRead, watchUnsavedElsewhere } from './unsaved-elsewhere.ts'

/** Unsent work of an account on this device. */
export interface Waiting {
  /** Number of answers, files and other changes. */
  readonly unsent: number
  /** Time of the oldest change; '' = none. */
  readonly since: string
  readonly state: SyncState
  readonly refused: number
  /** The last attempt did not reach the server. */
  readonly failing: boolean
  /** A proxy or login page answered the last attempt, so there is a network. */
  readonly stopped: boolean
  /** State of each survey with unsent changes. */
  readonly surveys: ReadonlyMap<string, SyncState>
}

export async function readWaiting(account: string): Promise<Waiting> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.answers, db.files, db.kept, db.bulkFiles], async () => {
      const rows = await db.outbox.where({ account }).toArray()
      updateMemory(account, null, rows)
      const known = withDoubted(
        summarizeWaiting(rows, await unsentOf(rows)),
        await unverifiedSurveys(account),
      )
      // Contacts and bulk files are sent outside the outbox; each counts as one change.
      const contacts = (await contactsIn(account)).filter(({ waits }) => waits)
      const files = await bulkFilesOf(account)
      const since = [...contacts.map(({ changedAt }) => changedAt), ...files.map(({ addedAt }) => addedAt)]
      return withMore(known, since.sort())
    }),
  )
}

export function summarizeWaiting(rows: readonly OutboxRow[], unsent: number): Waiting {
  const { state, refused, failing, stopped, since } = summarizeEntries(rows, unsent, '')
  const bySurvey = Map.groupBy(rows, ({ survey }) => survey)
  const surveys = new Map([...bySurvey].map(([id, own]) => [id, summarizeEntries(own, 0, '').state]))
  return { unsent, since, state, refused: refused.length, failing, stopped, surveys }
}

/** Unverified surveys count as one unsent change each. */
function withDoubted(waiting: Waiting, doubted: readonly Unverified[]): Waiting {
  const more = doubted.filter(({ id }) => !waiting.surveys.has(id))
  return {
    ...withMore(
      waiting,
      more.map(({ since }) => since),
    ),
    surveys: new Map([...waiting.surveys, ...more.map(({ id }) => [id, 'on this device'] as const)]),
  }
}

/** Adds one change per time; the first is the oldest. */
function withMore(waiting: Waiting, [first, ...others]: readonly string[]): Waiting {
  if (first === undefined) return waiting
  return {
    ...waiting,
    unsent: waiting.unsent + 1 + others.length,
    since: waiting.since === '' || first < waiting.since ? first : waiting.since,
    state: waiting.state === 'on the server' ? 'on this device' : waiting.state,
  }
}

/** Milliseconds between reads, because every edit causes an event. */
const pause = 500

interface Watch {
  current: Waiting | null
  readonly listeners: Set<() => void>
  readonly stop: () => void
}

const watches = new Map<string, Watch>()

/** Shares one reader among all components. */
function watchAccount(account: string, listener: () => void): () => void {
  const watch = watches.get(account) ?? begin(account)
  watch.listeners.add(listener)
  return () => {
    watch.listeners.delete(listener)
    if (watch.listeners.size > 0) return
    watch.stop()
    watches.delete(account)
  }
}

function begin(account: string): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  let last: Waiting | null = null
  let coming = false
  const show = () => {
    const watch = watches.get(account)
    if (watch?.listeners !== listeners) return
    // Claim nothing unless all changes are known to be stored.
    const sure = last?.state !== 'on the server' || !(coming || currentStorageFailure())
    watch.current = sure ? last : null
    for (const listener of listeners) listener()
  }
  const take = (waiting: Waiting | null) => {
    last = waiting
    show()
  }
  const read = async () => {
    timer = undefined
    const waiting = await watchRead(readWaiting(account), () => take(null))
    take(waiting)
    if (!waiting && watches.get(account)?.listeners === listeners) soon()
  }
  const soon = () => {
    timer ??= setTimeout(() => void read(), pause)
  }
  const forget = subscribe(account, (event) => event.kind !== 'progress' && soon())
  const forgetTrouble = onStorageFailure(show)
  const leave = watchUnsavedElsewhere(account, null, (late) => {
    coming = late.size > 0
    show()
  })
  const stop = () => {
    forget()
    forgetTrouble()
    leave()
    clearTimeout(timer)
  }
  const watch: Watch = { current: null, listeners, stop }
  watches.set(account, watch)
  void read()
  return watch
}

/** Returns null if unknown: not read yet, unreadable, perhaps not stored, or logged out. */
export function useWaiting(): Waiting | null {
  const account = useSession()?.userId ?? ''
  const listenTo = useCallback(
    (listener: () => void) => (account === '' ? () => undefined : watchAccount(account, listener)),
    [account],
  )
  return useSyncExternalStore(listenTo, () => watches.get(account)?.current ?? null)
}

import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { updateMemory } from '../store/unsent-memory.ts'
import { unverifiedSurveys } from '../store/unverified.ts'
import { watchRead, watchUnsavedElsewhere } from './unsaved-elsewhere.ts'

export type SyncState = 'on this device' | 'sending' | 'on the server' | 'needs attention'

export interface SurveySync {
  readonly state: SyncState
  /** Number of the survey's answers, files and other changes that the server doesn't have. */
  readonly unsent: number
  readonly refused: readonly OutboxRow[]
  /** The last attempt did not reach the server. */
  readonly failing: boolean
  /** A proxy or login page answered the last attempt, so there is a network. */
  readonly stopped: boolean
  /** An attempt failed to reach the server, and none has succeeded since. Stays true during a retry. */
  readonly missed: boolean
  /** When the server last confirmed something; '' = never. */
  readonly syncedAt: string
  /** Time of the oldest unsent change; '' = none. */
  readonly since: string
  /** Number of unsent changes in the account's other surveys. */
  readonly elsewhere: number
}

export async function readSync(account: string, survey: string): Promise<SurveySync> {
  return inOneRead(async () => {
    const rows = await db.outbox.where({ account, survey }).toArray()
    updateMemory(account, survey, rows)
    const head = await db.copies.get([account, survey])
    const known = summarizeEntries(rows, await unsentOf(rows), head?.syncedAt ?? '')
    const doubted = (await unverifiedSurveys(account)).find(({ id }) => id === survey)
    const own = doubted && rows.length === 0 ? inDoubt(known, doubted.since) : known
    const all = await db.outbox.where({ account }).count()
    if (all === rows.length) return own
    const others = db.outbox.where({ account }).filter((row) => row.survey !== survey)
    return { ...own, elsewhere: await unsentOf(await others.toArray()) }
  })
}

/** After a server rollback, an unverified survey counts as one unsent change. */
function inDoubt(sync: SurveySync, since: string): SurveySync {
  return { ...sync, state: 'on this device', unsent: 1, since }
}

function inOneRead<Result>(work: () => Promise<Result>): Promise<Result> {
  return onDevice(() => db.transaction('r', [db.outbox, db.answers, db.files, db.copies, db.kept], work))
}

/** Counts unsent changes. An answer edited again while being sent counts once. Call inside a transaction. */
export async function unsentOf(rows: readonly OutboxRow[]): Promise<number> {
  const ids = (collected: 'answers' | 'files') =>
    rows.filter((row) => factsOf(row).collects === collected).map(({ id }) => id)
  const saves = ids('answers')
  const uploads = ids('files')
  const answers = await db.answers.where('entry').anyOf(saves).count()
  const files = await db.files.where('upload').anyOf(uploads).count()
  return answers + files + rows.length - saves.length - uploads.length
}

export function summarizeEntries(rows: readonly OutboxRow[], unsent: number, syncedAt: string): SurveySync {
  const refused = rows.filter(({ state }) => state === 'parked')
  const waiting = rows.filter(({ state }) => state !== 'parked')
  const failing = waiting.some(({ state, attempts }) => state === 'waiting' && attempts > 0)
  const stopped = failing && waiting.some(({ inFront }) => inFront)
  const missed = waiting.some(({ state, attempts }) => attempts > (state === 'sending' ? 1 : 0))
  const since = rows.reduce((first, { madeAt }) => (first === '' || madeAt < first ? madeAt : first), '')
  const state = stateOf(refused.length, waiting, failing)
  return { state, unsent, refused, failing, stopped, missed, syncedAt, since, elsewhere: 0 }
}

function stateOf(refused: number, waiting: readonly OutboxRow[], failing: boolean): SyncState {
  if (refused > 0) return 'needs attention'
  if (waiting.length === 0) return 'on the server'
  return waiting.some(({ state, attempts }) => state === 'sending' && (attempts <= 1 || !failing))
    ? 'sending'
    : 'on this device'
}

/**
 * Why no state is shown. `loading`: being read. `unread`: can't be read. `saving`: another tab is storing
 * changes. `not-kept`: those changes did not arrive.
 */
export type Unsure = 'loading' | 'unread' | 'saving' | 'not-kept'

/** Milliseconds until a failed read is retried. */
const retryAfter = 1_000

/**
 * Reads the state after every event, at most every `pause` milliseconds. Calls `take` with it, or with null
 * and the reason.
 */
export function watchSync(
  account: string,
  survey: string,
  take: (sync: SurveySync | null, unsure: Unsure | null) => void,
  pause = 150,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let last: SurveySync | null = null
  let coming: Unsure | null = null
  const show = (sync: SurveySync | null, why: Unsure = 'unread') => {
    last = sync
    if (ended) return
    if (coming && sync?.state === 'on the server') take(null, coming)
    else take(sync, sync ? null : why)
  }
  const read = async () => {
    timer = undefined
    const sync = await watchRead(
      readSync(account, survey),
      () => show(null, 'loading'),
      () => show(null),
    )
    show(sync)
    if (!sync && !ended) soon(retryAfter)
  }
  const soon = (after = pause) => {
    timer ??= setTimeout(() => void read(), after)
  }
  const forget = subscribe(account, (event) => event.kind !== 'progress' && soon())
  const leave = watchUnsavedElsewhere(account, survey, (slow, isOverdue) => {
    coming = slow.size === 0 ? null : isOverdue ? 'not-kept' : 'saving'
    if (last) show(last)
  })
  void read()
  return () => {
    ended = true
    clearTimeout(timer)
    forget()
    leave()
  }
}

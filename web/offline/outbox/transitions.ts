import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { isKnownOperation, operationOf } from '../operations/registry.ts'
import { missingIsDone, remoteOf } from '../operations/remote/registry.ts'
import type { Acknowledged, ErrorLines } from '../operations/remote/remote-operation.ts'
import { freeOldest } from '../pictures/free-pictures.ts'
import { dropUnusedPictures } from '../pictures/store-pictures.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import { forgetSurveyAfter } from '../store/forget-survey.ts'
import { logError, note } from '../store/journal.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { FrozenEntry, OperationName, OperationReply, OutboxRow } from '../store/outbox-rows.ts'
import { isQuota } from '../store/storage-failure.ts'
import { isUnverified } from '../store/unverified.ts'
import { longestWait } from './queue.ts'

/**
 * Marks an entry as being sent and fixes its payload: every retry sends the same bytes under the same key,
 * and newer edits go into another entry. Returns null if nothing is left to send (the entry is deleted) or
 * the survey is unverified.
 */
export async function freezePayload(seq: number): Promise<FrozenEntry<OperationName> | null> {
  return onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const row = await db.outbox.get(seq)
      if (!row || (await isUnverified(row.account, row.survey))) return null
      const frozen = await frozenEntry(row)
      if (frozen === null) {
        await db.outbox.delete(seq)
        return null
      }
      const sending = { ...frozen, state: 'sending' as const, attempts: row.attempts + 1 }
      await db.outbox.put(sending)
      return sending
    }),
  )
}

/**
 * Returns an entry with its payload; null if it is empty. Call inside a transaction over answers and files.
 */
export async function frozenEntry(row: OutboxRow): Promise<FrozenEntry<OperationName> | null> {
  const input = row.input ?? (isKnownOperation(row) ? await operationOf(row).collects?.payload(row) : null)
  // Name and payload match, because the operation built the payload.
  return input ? ({ ...row, input } as FrozenEntry<OperationName>) : null
}

type Reply = OperationReply<OperationName>

const stores = () => [
  db.outbox,
  db.answers,
  db.copies,
  db.subSections,
  db.files,
  db.blobs,
  db.drawings,
  db.plans,
  db.planPictures,
  db.pictures,
  db.shown,
  db.listed,
  db.kept,
]

/**
 * Applies the server's reply and deletes the entry in one transaction. `reply` is null if the requested state
 * already existed.
 */
export async function acknowledgeEntry(row: OutboxRow, reply: Reply | null): Promise<void> {
  const { account, survey } = row
  // Otherwise a reader of the list would find a deleted survey without a deletion entry.
  const done = remoteOf(row).endsSurvey
    ? await forgetSurveyAfter(account, survey, () => acknowledged(row, reply, true))
    : await settled(row, reply)
  const save = done?.save
  if (save) {
    const { reply, conflicts, sentAt } = save
    publish(account, { kind: 'saved', survey, reply, conflicts, sentAt })
    for (const { id: answer } of conflicts)
      note(account, { event: 'conflict', survey, entry: row.id, answer })
  }
  if (save ? save.recovered : !isSave(row)) publish(account, { kind: 'changed', survey })
  if (done?.keptElsewhere) publish(account, { kind: 'elsewhere', survey })
  publish(account, { kind: 'queue', now: false })
  if (done?.isOld) void fetchSurvey(account, survey).catch(logError('reload'))
}

interface Settled extends Acknowledged {
  /** The reply may be older than what the device has read since. */
  readonly isOld: boolean
}

function settled(row: OutboxRow, reply: Reply | null): Promise<Settled | null> {
  const step = (keep: boolean) => db.transaction('rw', stores(), async () => acknowledged(row, reply, keep))
  return onDeviceIfRoom(() => step(true)).catch(async (error: unknown) => {
    if (!isQuota(error)) throw error
    // Free viewing pictures: knowing that the server has the files is worth more.
    await freeOldest().catch(() => 0)
    return onDevice(() => step(false))
  })
}

/** Call inside a transaction. */
async function acknowledged(row: OutboxRow, reply: Reply | null, keep: boolean): Promise<Settled | null> {
  const operation = remoteOf(row)
  const present = await db.outbox.get(row.seq ?? 0)
  if (present?.id !== row.id) return null
  await db.outbox.delete(row.seq ?? 0)
  if (keep) await operation.keepPictures(row, reply)
  const isOld = await mayBeOld(row)
  const done = await operation.acknowledge(row, reply)
  if (operation.mayOrphanPictures) await dropUnusedPictures(row.account, row.survey)
  await stamp(row)
  return { ...done, isOld: isOld || done.isBehind === true }
}

function isSave(row: OutboxRow): boolean {
  return factsOf(row).collects === 'answers'
}

/**
 * Whether a reply may be outdated: a repeated call returns the first reply, and the survey was read from the
 * server since this device last changed it.
 */
async function mayBeOld(row: OutboxRow): Promise<boolean> {
  if (row.attempts < 2 || !remoteOf(row).repliesWithPastState) return false
  return (await db.copies.get([row.account, row.survey]))?.read !== undefined
}

/**
 * Records the confirmation. Answers have revisions; any other change makes the stored copy differ from what
 * was read, so it is read completely next time.
 */
async function stamp(row: OutboxRow): Promise<void> {
  const { account, survey } = row
  const known = await db.copies.get([account, survey])
  const syncedAt = new Date().toISOString()
  const changed = isSave(row) ? {} : { taken: (known?.taken ?? 0) + 1, read: undefined }
  await db.copies.update([account, survey], { syncedAt, ...changed })
}

export type Outcome =
  | { readonly kind: 'retry'; readonly after: number | null }
  | { readonly kind: 'log-in' }
  | { readonly kind: 'done' }
  | { readonly kind: 'park' }

/** Decides what a failed attempt means. Only a clear rejection parks an entry. */
export function evaluateFailure(
  endpoint: string,
  failure: { readonly status: number; readonly retryAfter?: number; readonly errors: readonly object[] },
): Outcome {
  const { status, retryAfter } = failure
  if (status === 401 || (status === 403 && failure.errors.some((error) => 'token' in error))) {
    return { kind: 'log-in' }
  }
  // The survey has another owner now, whom this change would affect, so it is dropped.
  if (status === 403 && failure.errors.some((error) => 'handed_over' in error)) return { kind: 'done' }
  if (isRefusal(failure)) {
    return { kind: status === 404 && missingIsDone(endpoint) ? 'done' : 'park' }
  }
  return { kind: 'retry', after: retryAfter === undefined ? null : Math.min(longestWait, retryAfter * 1_000) }
}

/**
 * Whether the server itself rejected the call. A Wi-Fi login page or proxy also replies 403 or 404. 412 means
 * a rollback: the survey is compared first. A payload too large for a proxy is parked, so that it doesn't
 * block the rest.
 */
function isRefusal({
  status,
  errors,
}: {
  readonly status: number
  readonly errors: readonly object[]
}): boolean {
  if (status < 400 || status >= 500 || [408, 412, 425, 429].includes(status)) return false
  return errors.length > 0 || [413, 414].includes(status)
}

/** Schedules a retry after the pause. `failure`: the reason, as text. */
export async function postponeEntry(
  row: OutboxRow,
  nextAt: number,
  failure: string | null = null,
  inFront = false,
): Promise<void> {
  const triedAt = new Date().toISOString()
  await onDevice(() =>
    db.outbox.update(row.seq ?? 0, { state: 'waiting', nextAt, failure, triedAt, inFront }),
  )
}

/** Parks a rejected entry with the server's message until the user acts. */
export async function parkEntry(row: OutboxRow, problem: string, errors: ErrorLines = []): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.blobs], async () => {
      if (await db.outbox.get(row.seq ?? 0)) await remoteOf(row).reject(row, problem, errors)
    }),
  )
}

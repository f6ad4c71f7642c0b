import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { remoteOf } from '../operations/remote/registry.ts'
import type { Acknowledged } from '../operations/remote/remote-operation.ts'
import { freeOldest } from '../pictures/free-pictures.ts'
import { dropUnusedPictures } from '../pictures/store-pictures.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import { forgetSurveyAfter } from '../store/forget-survey.ts'
import { logError, note } from '../store/journal.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OperationName, OperationReply, OutboxRow } from '../store/outbox-rows.ts'
import { isQuota } from '../store/storage-failure.ts'

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

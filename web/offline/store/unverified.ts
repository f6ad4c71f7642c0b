import { accountRows } from './account-rows.ts'
import { publish } from './bus.ts'
import { db, onDevice } from './database.ts'
import { note } from './journal.ts'

/**
 * After the server was restored from a backup, the server's state of each survey is unknown until the survey
 * has been compared. Until then, nothing of it is sent, accepted or dropped.
 */

/** A survey that has not been compared with the restored server. */
export interface Unverified {
  readonly id: string
  readonly since: string
  /** Failed comparisons although the server replied, and the time of the first. */
  readonly failed?: { readonly times: number; readonly since: string }
}

/** Marks every survey of the account as unverified. */
export async function markAllUnverified(account: string): Promise<void> {
  const since = new Date().toISOString()
  await onDevice(() =>
    db.transaction('rw', [db.copies, db.listed, db.kept], async () => {
      const surveys = await accountRows(db.copies, account).primaryKeys()
      await db.kept.put({ account, id: 'doubted', value: surveys.map(([, id]) => ({ id, since })) })
      await accountRows(db.listed, account).modify({ doubted: true })
      // Forces a complete read of the list.
      const list = await db.kept.get([account, 'list'])
      if (list) await db.kept.put({ ...list, value: { ...(list.value as object), wholeAt: '' } })
    }),
  )
  note(account, { event: 'rollback' })
  publish(account, { kind: 'listed' })
  publish(account, { kind: 'queue', now: true })
}

/** Returns the surveys that have not been compared. Also works inside a transaction over `kept`. */
export async function unverifiedSurveys(account: string): Promise<readonly Unverified[]> {
  const row = await onDevice(() => db.kept.get([account, 'doubted']))
  return (row?.value as readonly Unverified[] | undefined) ?? []
}

/** Also works inside a transaction over `kept`. */
export async function isUnverified(account: string, survey: string): Promise<boolean> {
  return (await unverifiedSurveys(account)).some(({ id }) => id === survey)
}

/** Counts a failed comparison, and returns the survey's updated mark. */
export async function noteFailedComparison(account: string, survey: string): Promise<Unverified | undefined> {
  return onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      const surveys = await unverifiedSurveys(account)
      const mark = surveys.find(({ id }) => id === survey)
      if (!mark) return undefined
      const { times = 0, since = new Date().toISOString() } = mark.failed ?? {}
      const counted = { ...mark, failed: { times: times + 1, since } }
      const value = surveys.map((one) => (one === mark ? counted : one))
      await db.kept.put({ account, id: 'doubted', value })
      return counted
    }),
  )
}

/** Removes the mark after the comparison. Call inside a transaction over `kept`. */
export async function markVerified(account: string, survey: string): Promise<void> {
  const left = (await unverifiedSurveys(account)).filter(({ id }) => id !== survey)
  if (left.length === 0) await db.kept.delete([account, 'doubted'])
  else await db.kept.put({ account, id: 'doubted', value: left })
}

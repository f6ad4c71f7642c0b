import { publish } from './bus.ts'
import { db, onDevice } from './database.ts'
import { note } from './journal.ts'
import { ofAccount } from './of-account.ts'

/*
 * The server's data were put back to an earlier copy. Until a survey has been compared with what the server has now,
 * nobody knows what of it is on the server: nothing of it is sent, taken in or dropped.
 */

/** A survey of which the device does not know any more what the server has. */
export interface Unverified {
  readonly id: string
  readonly since: string
  /** Comparisons that failed although the server answered, and when the first one did. */
  readonly failed?: { readonly times: number; readonly since: string }
}

/** Whatever the device knows of the server from before now is to be found out anew. */
export async function markAllUnverified(account: string): Promise<void> {
  const since = new Date().toISOString()
  await onDevice(() =>
    db.transaction('rw', [db.copies, db.listed, db.kept], async () => {
      const surveys = await ofAccount(db.copies, account).primaryKeys()
      await db.kept.put({ account, id: 'doubted', value: surveys.map(([, id]) => ({ id, since })) })
      await ofAccount(db.listed, account).modify({ doubted: true })
      // The list is read from its beginning to its end.
      const list = await db.kept.get([account, 'list'])
      if (list) await db.kept.put({ ...list, value: { ...(list.value as object), wholeAt: '' } })
    }),
  )
  note(account, { event: 'rollback' })
  publish(account, { kind: 'listed' })
  publish(account, { kind: 'queue', now: true })
}

/** Those that have not been compared yet. Also inside a transaction over `kept`. */
export async function unverifiedSurveys(account: string): Promise<readonly Unverified[]> {
  const row = await onDevice(() => db.kept.get([account, 'doubted']))
  return (row?.value as readonly Unverified[] | undefined) ?? []
}

/** Also inside a transaction over `kept`. */
export async function isUnverified(account: string, survey: string): Promise<boolean> {
  return (await unverifiedSurveys(account)).some(({ id }) => id === survey)
}

/** Counts a failed comparison, and returns the survey's mark with it. */
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

/** Inside a transaction over `kept`: it is known again what the server has of it. */
export async function markVerified(account: string, survey: string): Promise<void> {
  const left = (await unverifiedSurveys(account)).filter(({ id }) => id !== survey)
  if (left.length === 0) await db.kept.delete([account, 'doubted'])
  else await db.kept.put({ account, id: 'doubted', value: left })
}

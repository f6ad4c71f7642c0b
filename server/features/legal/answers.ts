import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { newestText } from './texts.ts'

export interface Answer {
  readonly isAccepted: boolean
  readonly at: Date
}

/** `isNew`: it differs from the one before. */
export interface Recorded extends Answer {
  readonly isNew: boolean
}

/** The account's latest answer on that version; null if there is none. */
export async function lastAnswer(db: Db, textId: string, accountId: string): Promise<Answer | null> {
  const row = await db
    .selectFrom('legal_answer')
    .select(['is_accepted', 'created_at'])
    .where('legal_text_id', '=', textId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { isAccepted: row.is_accepted, at: row.created_at } : null
}

/** The versions among these that the account has accepted. */
export async function acceptedVersions(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await lastAnswers(db).where('account_id', '=', accountId).execute()
  return new Set(rows.filter((row) => row.is_accepted).map((row) => row.legal_text_id))
}

/** Adds a row for each answer that differs from the previous one; rows are never changed. */
export async function addAnswer(
  db: Db,
  given: { readonly textId: string; readonly accountId: string; readonly isAccepted: boolean },
  now: Date,
): Promise<Recorded> {
  // Locks the account, so that two answers at once run one after the other.
  await db.selectFrom('account').select('id').where('id', '=', given.accountId).forNoKeyUpdate().execute()
  const before = await lastAnswer(db, given.textId, given.accountId)
  if (before?.isAccepted === given.isAccepted) return { ...before, isNew: false }
  // Never earlier than the previous answer: processes' clocks differ a little.
  const at = before && before.at >= now ? new Date(before.at.getTime() + 1) : now
  await db
    .insertInto('legal_answer')
    .values({
      id: newId(),
      legal_text_id: given.textId,
      account_id: given.accountId,
      is_accepted: given.isAccepted,
      created_at: at,
    })
    .execute()
  return { isAccepted: given.isAccepted, at, isNew: true }
}

/** Someone who signs up agrees to the current terms (the form says so): recorded in the same transaction. */
export async function acceptCurrentTerms(db: Db, accountId: string, now: Date): Promise<void> {
  const text = await newestText(db, 'terms')
  if (text) await addAnswer(db, { textId: text.id, accountId, isAccepted: true }, now)
}

/** The last answer of each account on each version. */
export function lastAnswers(db: Db) {
  return db
    .selectFrom('legal_answer')
    .distinctOn(['legal_text_id', 'account_id'])
    .select(['legal_text_id', 'account_id', 'is_accepted', 'created_at'])
    .orderBy('legal_text_id')
    .orderBy('account_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** How many live accounts accept each of these versions now. */
export async function countAccepted(
  db: Db,
  textIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (textIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(lastAnswers(db).where('legal_text_id', 'in', textIds).as('answer'))
    .innerJoin('account', 'account.id', 'answer.account_id')
    .select(['answer.legal_text_id', sql<number>`count(*)::int`.as('count')])
    .where('answer.is_accepted', '=', true)
    .where('account.deleted_at', 'is', null)
    .groupBy('answer.legal_text_id')
    .execute()
  return new Map(rows.map((row) => [row.legal_text_id, row.count]))
}

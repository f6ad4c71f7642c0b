import { answerText } from '../store/answer-text.ts'
import { db, onDevice } from '../store/database.ts'
import type { AnswerRow, Recovered } from '../store/rows.ts'

/**
 * Moves answers whose sub-section is gone to `recovered`, where they stay until the user has seen them. The
 * server also saved them aside. Call inside the acknowledging transaction.
 */
export async function storeRecoveredAnswers(
  account: string,
  survey: string,
  rows: readonly AnswerRow[],
): Promise<void> {
  const known = (await db.copies.get([account, survey]))?.recovered ?? []
  const added = rows.map((row) => ({ field: row.name, value: answerText(row) }))
  await db.copies.update([account, survey], { recovered: [...known, ...added] satisfies Recovered[] })
  await db.answers.bulkDelete(rows.map(({ id }) => [account, id]))
}

/** Call when the user has read them. */
export async function dismissRecoveredAnswers(account: string, survey: string): Promise<void> {
  await onDevice(() => db.copies.update([account, survey], { recovered: [] }))
}

import { answerText } from '../store/answer-text.ts'
import { db, onDevice } from '../store/database.ts'
import type { AnswerRow, Recovered } from '../store/rows.ts'

/**
 * Inside the settling transaction: the part of these answers is gone, the server keeps them aside. The person is
 * told when the survey is on the screen, so their words stay until then.
 */
export async function noteRecovered(
  account: string,
  survey: string,
  rows: readonly AnswerRow[],
): Promise<void> {
  const known = (await db.copies.get([account, survey]))?.recovered ?? []
  const added = rows.map((row) => ({ field: row.name, value: answerText(row) }))
  await db.copies.update([account, survey], { recovered: [...known, ...added] satisfies Recovered[] })
  await db.answers.bulkDelete(rows.map(({ id }) => [account, id]))
}

/** The person has read it. */
export async function forgetRecovered(account: string, survey: string): Promise<void> {
  await onDevice(() => db.copies.update([account, survey], { recovered: [] }))
}

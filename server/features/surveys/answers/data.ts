import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Maximum number of entries, newest first. */
const historyShown = 500

/** Returns the answer's history, newest first; null if the answer is not in this survey. */
export async function readHistory(db: Db, surveyId: string, answerId: string) {
  const answer = await db
    .selectFrom('answer')
    .select('id')
    .where('id', '=', answerId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  if (!answer) return null
  return (
    db
      .selectFrom('answer_history')
      .leftJoin('account', 'account.id', 'answer_history.edited_by')
      .selectAll('answer_history')
      .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('editor'))
      .where('answer_id', '=', answerId)
      .where('survey_id', '=', surveyId)
      // Revision 0 is a computed default without an author.
      .where('revision', '>', 0)
      .orderBy('received_at', 'desc')
      .orderBy('answer_history.id', 'desc')
      .limit(historyShown)
      .execute()
  )
}

export type HistoryRow = NonNullable<Awaited<ReturnType<typeof readHistory>>>[number]

import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { deriveId } from '#survey/ids.ts'
import { sampleConflict } from './site.ts'
import { answerIn, sampleSurvey } from './survey.ts'

/** The ids that an account's sample may have, one after the other: which survey it is needs no row of its own. */
function placesOf(accountId: string): readonly string[] {
  return Array.from({ length: limits.samplesPerAccount }, (_, at) => deriveId(accountId, `sample ${at}`))
}

/** null: it has none, or deleted it. */
export async function liveSample(db: Db, accountId: string) {
  const row = await db
    .selectFrom('survey')
    .select(['id', 'template_id as templateId', 'survey_name as name'])
    .where('id', '=', sql<string>`any(${placesOf(accountId)}::uuid[])`)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The id of the next one; null where those that can still be restored are too many. */
export async function freePlace(db: Db, accountId: string): Promise<string | null> {
  const places = placesOf(accountId)
  const rows = await db
    .selectFrom('survey')
    .select('id')
    .where('id', '=', sql<string>`any(${places}::uuid[])`)
    .execute()
  const taken = new Set(rows.map(({ id }) => id))
  return places.find((id) => !taken.has(id)) ?? null
}

/** What stood in the answer that two devices gave, as long as the one that came over it stands: a choice is one more. */
export async function openConflicts(db: Db, surveyId: string) {
  const { section, at, field } = sampleConflict
  const rows = await db
    .selectFrom('answer')
    .innerJoin('answer_history', 'answer_history.answer_id', 'answer.id')
    .leftJoin('account', 'account.id', 'answer_history.edited_by')
    .select([
      'answer.id',
      'answer_history.value as field_value',
      'answer_history.value_list as field_value_multiple',
      'answer_history.revision',
      'answer_history.edited_at',
    ])
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('edited_by'))
    .where('answer.id', '=', answerIn(sampleSurvey(surveyId), section, at, field).id)
    .where('answer.survey_id', '=', surveyId)
    .where('answer.revision', '=', 2)
    .where('answer_history.revision', '=', 1)
    .execute()
  return rows.map(({ edited_at, ...row }) => ({ ...row, edited_at: edited_at?.toISOString() ?? null }))
}

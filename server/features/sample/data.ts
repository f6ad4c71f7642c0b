import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { deriveId } from '#survey/ids.ts'
import { sampleConflict } from './site.ts'
import { answerIn, sampleSurvey } from './survey.ts'

type Secrets = Pick<Context, 'ticketKey'>

/**
 * The ids that an account's samples may have, one after another, so that no row has to say which survey it is.
 * They are derived from a secret of the installation: others know the account's id, and anyone who could derive
 * these could take them all.
 */
function placesOf({ ticketKey }: Secrets, accountId: string): readonly string[] {
  const own = createHmac('sha256', ticketKey).update(`sample of ${accountId}`).digest('hex')
  return Array.from({ length: limits.samplesPerAccount }, (_, at) => deriveId(accountId, `${own} ${at}`))
}

/** Ids that were derived from the account's id alone: samples from that time still belong to the account. */
function earlierPlacesOf(accountId: string): readonly string[] {
  return Array.from({ length: limits.samplesPerAccount }, (_, at) => deriveId(accountId, `sample ${at}`))
}

/** null: it has none, or deleted it. */
export async function liveSample(secrets: Secrets, db: Db, accountId: string) {
  const places = [...placesOf(secrets, accountId), ...earlierPlacesOf(accountId)]
  const row = await db
    .selectFrom('survey')
    .select(['id', 'template_id as templateId', 'survey_name as name'])
    .where('id', '=', sql<string>`any(${places}::uuid[])`)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The id of the next one; null if there are too many that can still be restored. */
export async function freePlace(secrets: Secrets, db: Db, accountId: string): Promise<string | null> {
  const places = placesOf(secrets, accountId)
  const all = [...places, ...earlierPlacesOf(accountId)]
  const rows = await db
    .selectFrom('survey')
    .select('id')
    .where('id', '=', sql<string>`any(${all}::uuid[])`)
    .where('account_id', '=', accountId)
    .execute()
  if (rows.length >= limits.samplesPerAccount) return null
  const taken = new Set(rows.map(({ id }) => id))
  return places.find((id) => !taken.has(id)) ?? null
}

/** Returns the replaced value of the answer in conflict, unless a newer change has resolved it. */
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

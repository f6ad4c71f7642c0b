import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { isReadableBy } from '#server/features/surveys/access.ts'
import type { Rendition } from '#server/http/ticket.ts'
import type { Proven } from './policy.ts'

/** Asked at each use: what the holder of a ticket was given then may be over by now. */
function opens(proven: Proven) {
  return 'linkOf' in proven ? sql<boolean>`survey.id = ${proven.linkOf}` : isReadableBy(proven.account)
}

/** A survey that is not deleted and that the holder may read at this moment. */
export async function findStandingSurvey(db: Db, surveyId: string, proven: Proven) {
  return db
    .selectFrom('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .select([
      'survey.id as surveyId',
      'survey.account_id as ownerId',
      'survey.survey_name as name',
      'survey.time_zone as timeZone',
      'survey.bytes',
      'account.settings',
    ])
    .where('survey.id', '=', surveyId)
    .where('survey.deleted_at', 'is', null)
    .where(opens(proven))
    .executeTakeFirst()
}

/** Of an account that was proven; null where it is gone. */
export async function readSettings(db: Db, accountId: string): Promise<unknown> {
  const row = await db.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst()
  return row?.settings ?? null
}

/** What is of the photo as it was taken, whatever was drawn on it. */
const ofThePhoto: readonly Rendition[] = ['original', 'unmarked']

/** The same for one copy of a photo or video that its survey still shows: of the marked picture where there is one. */
export async function findStandingCopy(db: Db, mediaId: string, rendition: Rendition, proven: Proven) {
  const file = ofThePhoto.includes(rendition)
    ? sql<string>`media.file_id`
    : sql<string>`coalesce(media.drawn_file_id, media.file_id)`
  return db
    .selectFrom('media')
    .innerJoin('answer', 'answer.id', 'media.answer_id')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .innerJoin('survey', 'survey.id', 'media.survey_id')
    .innerJoin('rendition', (join) => join.on('rendition.file_id', '=', file))
    .select([
      'media.filename',
      'rendition.store_key as storeKey',
      'rendition.content_type as contentType',
      'rendition.size',
      'rendition.sha256',
    ])
    .where('media.id', '=', mediaId)
    .where('rendition.name', '=', rendition === 'unmarked' ? 'view' : rendition)
    .where(shows(proven))
    .where('survey.deleted_at', 'is', null)
    .where(opens(proven))
    .executeTakeFirst()
}

/** A photo that came for a sub-section deleted before is shown as recovered, to those who have the survey alone. */
function shows(proven: Proven) {
  return 'linkOf' in proven
    ? sql<boolean>`sub_section.deleted_at is null`
    : sql<boolean>`(sub_section.deleted_at is null or media.late)`
}

/** The same for one copy of a floor plan. */
export async function findStandingPlan(db: Db, planId: string, rendition: string, proven: Proven) {
  return db
    .selectFrom('plan')
    .innerJoin('survey', 'survey.id', 'plan.survey_id')
    .innerJoin('rendition', 'rendition.file_id', 'plan.file_id')
    .select([
      'plan.name as filename',
      'rendition.store_key as storeKey',
      'rendition.content_type as contentType',
      'rendition.size',
      'rendition.sha256',
    ])
    .where('plan.id', '=', planId)
    .where('rendition.name', '=', rendition)
    .where('plan.deleted_at', 'is', null)
    .where('survey.deleted_at', 'is', null)
    .where(opens(proven))
    .executeTakeFirst()
}

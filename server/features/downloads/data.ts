import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { isReadableBy } from '#server/features/surveys/access.ts'
import type { Rendition } from '#server/http/ticket.ts'
import type { TicketAccess } from './policy.ts'

/** Checks access at each use: the session or link behind the ticket may have ended. */
function opens(proven: TicketAccess) {
  return 'linkOf' in proven ? sql<boolean>`survey.id = ${proven.linkOf}` : isReadableBy(proven.reader)
}

/** Returns the survey if it is not deleted and the holder may read it now. */
export async function findReadableSurvey(db: Db, surveyId: string, proven: TicketAccess) {
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

/** Returns an account's settings, or null if it is gone. The caller must have checked the account. */
export async function readSettings(db: Db, accountId: string): Promise<unknown> {
  const row = await db.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst()
  return row?.settings ?? null
}

/** Copies of the photo without drawings. */
const ofThePhoto: readonly Rendition[] = ['original', 'unmarked']

/** Returns one copy of a photo or video that its survey still shows; the marked picture if there is one. */
export async function findReadableCopy(db: Db, mediaId: string, rendition: Rendition, proven: TicketAccess) {
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

/** A photo that arrived for an already deleted sub-section is shown as recovered, but not to guests. */
function shows(proven: TicketAccess) {
  return 'linkOf' in proven
    ? sql<boolean>`sub_section.deleted_at is null`
    : sql<boolean>`(sub_section.deleted_at is null or media.late)`
}

/** Returns one copy of a floor plan that its survey still shows. */
export async function findReadablePlan(db: Db, planId: string, rendition: string, proven: TicketAccess) {
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

import { sql } from 'kysely'
import { ReviewState } from '#contract/surveys/review-on-wire.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import type { OpenedSurvey } from './access.ts'

/** The parts of a survey's detail that depend on the reader and the review. */
export type ReaderReview = Required<Pick<SurveyDetail, 'my_role'>> &
  Pick<SurveyDetail, 'may_review' | 'review'>

export function reviewStateOf(kept: string | null): ReviewState | null {
  return ReviewState.options.find((one) => one === kept) ?? null
}

/** Reads the current state, not that of the opening. */
export async function reviewForReader(
  db: Db,
  { id, role, mayReview }: Pick<OpenedSurvey, 'id' | 'role' | 'mayReview'>,
): Promise<ReaderReview> {
  const said = await readReview(db, id)
  return { my_role: role, ...(mayReview && { may_review: true }), ...(said && { review: said }) }
}

/** Returns the last send-back or acceptance; undefined if there is none. */
async function readReview(db: Db, surveyId: string): Promise<SurveyDetail['review']> {
  const row = await db
    .selectFrom('survey')
    .innerJoin('survey_review as said', 'said.survey_id', 'survey.id')
    .leftJoin('account', 'account.id', 'said.done_by')
    .select(['survey.review', 'said.id', 'said.done_at', 'said.message'])
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('name'))
    .where('survey.id', '=', surveyId)
    .where('survey.review', 'is not', null)
    // A resubmission still refers to the send-back before it.
    .where(
      'said.kind',
      '=',
      sql<string>`case survey.review when 'accepted' then 'accepted' else 'sent_back' end`,
    )
    .orderBy('said.done_at', 'desc')
    .orderBy('said.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const state = row ? reviewStateOf(row.review) : null
  if (!row || !state) return undefined
  const notes = await db
    .selectFrom('review_note')
    .select(['answer_id as user_survey_sub_section_detail_id', 'note'])
    .where('review_id', '=', row.id)
    .orderBy('id')
    .execute()
  return { state, done_by: row.name.trim(), done_at: row.done_at.toISOString(), message: row.message, notes }
}

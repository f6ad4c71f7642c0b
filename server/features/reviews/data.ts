import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { ReviewState } from '#contract/surveys/review-on-wire.ts'
import type { Db } from '#server/context.ts'

/** Whether each of them is an answer of this survey, in a sub-section that is there. */
export async function areAnswersOf(db: Db, surveyId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select('answer.id')
    .where('answer.survey_id', '=', surveyId)
    .where('sub_section.deleted_at', 'is', null)
    .where('answer.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.length === new Set(ids).size
}

/** The lists of devices hear of it: it counts as edited. The caller holds the lock. */
export async function setReviewed(
  db: Db,
  surveyId: string,
  reviewed: { readonly review: ReviewState; readonly status: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('survey')
    .set({ ...reviewed, updated_at: now })
    .where('id', '=', surveyId)
    .execute()
}

export async function addNotes(
  db: Db,
  reviewId: string,
  notes: readonly { readonly user_survey_sub_section_detail_id: string; readonly note: string }[],
): Promise<void> {
  if (notes.length === 0) return
  await db
    .insertInto('review_note')
    .values(
      notes.map(({ user_survey_sub_section_detail_id: answer_id, note }) => ({
        ...{ id: newId(), review_id: reviewId, answer_id, note },
      })),
    )
    .execute()
}

/** How many of an owner's surveys were accepted after this moment and still are. */
export async function countAccepted(db: Db, ownerId: string, after: Date): Promise<number> {
  const { count } = await db
    .selectFrom('survey')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('survey.account_id', '=', ownerId)
    .where('survey.review', '=', 'accepted')
    .where('survey.submitted_at', 'is not', null)
    .where('survey.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('survey_review as said')
          .select('said.id')
          .whereRef('said.survey_id', '=', 'survey.id')
          .where('said.kind', '=', 'accepted')
          .where('said.done_at', '>', after),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** The last first. Takes a survey that was proven to be the caller's to read. */
export async function listReviews(db: Db, surveyId: string) {
  return db
    .selectFrom('survey_review as said')
    .leftJoin('account', 'account.id', 'said.done_by')
    .select(['said.id', 'said.done_at', 'said.message'])
    .select(sql<'sent_back' | 'resubmitted' | 'accepted' | 'taken_back'>`said.kind`.as('kind'))
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('name'))
    .select(
      sql<number>`(select count(*)::integer from review_note where review_note.review_id = said.id)`.as(
        'notes',
      ),
    )
    .where('said.survey_id', '=', surveyId)
    .orderBy('said.done_at', 'desc')
    .orderBy('said.id', 'desc')
    .limit(limits.reviewsShown)
    .execute()
}

export type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number]

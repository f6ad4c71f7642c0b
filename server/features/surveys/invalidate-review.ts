import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import type { SurveyRow } from './data.ts'
import { type Actor, recordChange } from './events/data.ts'

export type ReviewKind = 'sent_back' | 'resubmitted' | 'accepted' | 'taken_back'

interface Said {
  readonly surveyId: string
  readonly kind: ReviewKind
  readonly message?: string
}

/** Records a review step and returns its id. The caller holds the survey's lock. */
export async function addReview(db: Db, { surveyId, kind, message = '' }: Said, by: Actor): Promise<string> {
  const id = newId()
  const row = { id, survey_id: surveyId, kind, done_by: by.account.id, done_at: by.now, message }
  await db.insertInto('survey_review').values(row).execute()
  return id
}

/**
 * Revokes an acceptance when content changes, since it only covers what was reviewed. Called by the few
 * functions that mark a survey as edited, which hold its lock.
 */
export async function revokeAcceptance(
  db: Db,
  { id, review }: Pick<SurveyRow, 'id' | 'review'>,
  by: Actor,
): Promise<void> {
  if (review !== 'accepted') return
  await db.updateTable('survey').set({ review: null }).where('id', '=', id).execute()
  await addReview(db, { surveyId: id, kind: 'taken_back' }, by)
  const target = { type: 'survey', id }
  await recordAudit(db, by, { action: 'survey.acceptanceTakenBack', accountId: by.account.id, target })
  // The event of the changed answers does not include the review state.
  await recordChange(db, id, by, { kind: 'survey' })
}

/**
 * Marks a survey that was sent back as resubmitted; returns whether it was sent back. The caller holds its
 * lock.
 */
export async function markResubmitted(
  db: Db,
  { id, review }: Pick<SurveyRow, 'id' | 'review'>,
  by: Actor,
): Promise<boolean> {
  if (review !== 'sent_back') return false
  await db.updateTable('survey').set({ review: 'resubmitted' }).where('id', '=', id).execute()
  await addReview(db, { surveyId: id, kind: 'resubmitted' }, by)
  return true
}

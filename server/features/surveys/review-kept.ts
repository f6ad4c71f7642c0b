import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import type { SurveyRow } from './data.ts'
import { type Actor, recordChange } from './events/record.ts'

export type ReviewKind = 'sent_back' | 'resubmitted' | 'accepted' | 'taken_back'

interface Said {
  readonly surveyId: string
  readonly kind: ReviewKind
  readonly message?: string
}

/** Gives the id of what was said. The caller holds the survey's lock. */
export async function addReview(db: Db, { surveyId, kind, message = '' }: Said, by: Actor): Promise<string> {
  const id = newId()
  const row = { id, survey_id: surveyId, kind, done_by: by.account.id, done_at: by.now, message }
  await db.insertInto('survey_review').values(row).execute()
  return id
}

/**
 * What was accepted is what was read: whoever changes any of it takes the acceptance back. Called by the few functions
 * that count a survey as edited; each has its lock.
 */
export async function takeAcceptanceBack(
  db: Db,
  { id, review }: Pick<SurveyRow, 'id' | 'review'>,
  by: Actor,
): Promise<void> {
  if (review !== 'accepted') return
  await db.updateTable('survey').set({ review: null }).where('id', '=', id).execute()
  await addReview(db, { surveyId: id, kind: 'taken_back' }, by)
  const target = { type: 'survey', id }
  await recordAudit(db, by, { action: 'survey.acceptanceTakenBack', accountId: by.account.id, target })
  // Answers that changed tell nothing of it by themselves.
  await recordChange(db, id, by, { kind: 'survey' })
}

/** One that was sent back is submitted; gives whether it was. The caller holds its lock. */
export async function comesAgain(
  db: Db,
  { id, review }: Pick<SurveyRow, 'id' | 'review'>,
  by: Actor,
): Promise<boolean> {
  if (review !== 'sent_back') return false
  await db.updateTable('survey').set({ review: 'resubmitted' }).where('id', '=', id).execute()
  await addReview(db, { surveyId: id, kind: 'resubmitted' }, by)
  return true
}

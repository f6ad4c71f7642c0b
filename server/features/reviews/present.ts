import type { ReviewState } from '#contract/surveys/review-on-wire.ts'
import type { ReviewRow } from './data.ts'

export function presentReviewed(
  id: string,
  made: { readonly review: ReviewState; readonly status: string; readonly last_edited: Date },
) {
  const attributes = { ...made, last_edited: made.last_edited.toISOString() }
  return { data: { id, type: 'users_survey', attributes } }
}

export function presentReview({ id, kind, name, done_at, message, notes }: ReviewRow) {
  const attributes = { kind, done_by: name.trim(), done_at: done_at.toISOString(), message, notes }
  return { id, type: 'survey_review', attributes }
}

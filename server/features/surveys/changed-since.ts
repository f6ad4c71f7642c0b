import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { asksMandatory } from '#survey/progress.ts'
import type { SurveyRow } from './data.ts'
import type { Actor } from './events/data.ts'
import { revokeAcceptance } from './invalidate-review.ts'

type Counted = Pick<SurveyRow, 'status' | 'changed_since_submission' | 'template_id' | 'filled' | 'fillable'>

/**
 * Returns the change from stored counts, for lists and saves; null = unchanged since submission, or not
 * submitted.
 */
export async function changedSince(db: Db, row: Counted): Promise<ChangedSinceSubmission | null> {
  if (row.status !== 'Completed' || !row.changed_since_submission) return null
  const asks = asksMandatory(await pinnedTemplate(db, row.template_id))
  return { missing_required: asks ? Math.max(0, row.fillable - row.filled) : 0 }
}

/** Keyed by survey id. */
export async function readChanged(
  db: Db,
  rows: readonly (Counted & Pick<SurveyRow, 'id'>)[],
): Promise<ReadonlyMap<string, ChangedSinceSubmission | null>> {
  const found = new Map<string, ChangedSinceSubmission | null>()
  for (const row of rows) found.set(row.id, await changedSince(db, row))
  return found
}

/**
 * Call after a write of answers, sub-sections, files, or plans: marks a submitted survey as changed, and
 * returns an accepted one to its reviewers. The caller holds the survey's lock.
 */
export async function noteContentChange(
  db: Db,
  survey: Pick<SurveyRow, 'id' | 'review' | 'status' | 'changed_since_submission'>,
  by: Actor,
): Promise<void> {
  if (survey.status === 'Completed' && !survey.changed_since_submission)
    await db
      .updateTable('survey')
      .set({ changed_since_submission: true })
      .where('id', '=', survey.id)
      .execute()
  await revokeAcceptance(db, survey, by)
}

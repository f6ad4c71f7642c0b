import { t } from '#contract/messages/translate.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { Edit } from './edit/edit.ts'
import { missingInSurvey } from './mandatory.ts'
import type { Survey } from './survey.ts'

/** Marks a submitted survey as changed by an edit of its content; Save and Submit clear the mark. */
export function markChanged(before: Survey, after: Survey, edit: Edit): Survey {
  if (edit.kind !== 'header') return after === before ? after : asChanged(after)
  if (edit.change.status === undefined || !after.changedSinceSubmission) return after
  const { changedSinceSubmission, ...cleared } = after
  return cleared
}

export function asChanged(survey: Survey): Survey {
  if (survey.status !== 'Completed' || survey.changedSinceSubmission) return survey
  return { ...survey, changedSinceSubmission: true }
}

/** Returns what changed since the submission; null if nothing did or the survey isn't submitted. */
export function changedSinceSubmission(survey: Survey): ChangedSinceSubmission | null {
  if (survey.status !== 'Completed' || !survey.changedSinceSubmission) return null
  return { missing_required: missingInSurvey(survey).length }
}

/** Returns 'Changed since submission: 3 required answers missing'; '' if unchanged. */
export function changedText(changed: ChangedSinceSubmission | null | undefined): string {
  return changed ? t('surveys.changedSinceSubmission', { count: changed.missing_required }) : ''
}

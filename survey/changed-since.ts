import { t } from '#contract/messages/translate.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { missingInSurvey } from './mandatory.ts'
import type { Survey } from './survey.ts'

/** Returns what changed since the submission; null if nothing did or the survey isn't submitted. */
export function changedSinceSubmission(survey: Survey): ChangedSinceSubmission | null {
  if (survey.status !== 'Completed' || !survey.changedSinceSubmission) return null
  return { missing_required: missingInSurvey(survey).length }
}

/** Returns 'Changed since submission: 3 required answers missing'; '' if unchanged. */
export function changedText(changed: ChangedSinceSubmission | null | undefined): string {
  return changed ? t('surveys.changedSinceSubmission', { count: changed.missing_required }) : ''
}

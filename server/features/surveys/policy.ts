import { limits } from '#contract/limits.ts'
import type { SurveyRow } from './data.ts'

/** A creation that came before: same owner, same content, and still there. */
export function isSameCreation(
  survey: SurveyRow,
  accountId: string,
  given: { readonly survey_template_id: string; readonly survey_name: string; readonly owner_name: string },
): boolean {
  return (
    survey.account_id === accountId &&
    survey.deleted_at === null &&
    survey.template_id === given.survey_template_id &&
    survey.survey_name === given.survey_name &&
    survey.owner_name === given.owner_name
  )
}

export function mayBeRestored(survey: SurveyRow, now: Date): boolean {
  if (survey.deleted_at === null) return true
  return now.getTime() - survey.deleted_at.getTime() <= limits.restoreDays * 24 * 3_600_000
}

/** A call that names a template names the survey's own. */
export function namesOwnTemplate(survey: SurveyRow, templateId: string | undefined): boolean {
  return templateId === undefined || templateId === survey.template_id
}

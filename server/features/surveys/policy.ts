import { limits } from '#contract/limits.ts'
import type { SurveyRow } from './data.ts'

/** Whether a creation repeats an earlier one: same owner and content, and the survey exists. */
export function isSameCreation(
  survey: SurveyRow,
  accountId: string,
  given: { readonly survey_template_id: string; readonly survey_name: string; readonly owner_name: string },
): boolean {
  return (
    survey.account_id === accountId &&
    survey.deleted_at === null &&
    namesOwnTemplate(survey, given.survey_template_id) &&
    survey.survey_name === given.survey_name &&
    survey.owner_name === given.owner_name
  )
}

const restorableFor = limits.restoreDays * 24 * 3_600_000

export function mayBeRestored(survey: SurveyRow, now: Date): boolean {
  return survey.deleted_at === null || survey.deleted_at >= restorableSince(now)
}

export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableFor)
}

/** Surveys deleted before this moment can't be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableFor)
}

/**
 * Whether the template, if any, is the survey's current one, or one from before a move that a device may not
 * know of.
 */
export function namesOwnTemplate(survey: SurveyRow, templateId: string | undefined): boolean {
  return (
    templateId === undefined ||
    templateId === survey.template_id ||
    survey.earlier_templates.includes(templateId)
  )
}

import { type Failure, fail } from '#server/http/failure.ts'
import { momentsWorldwide } from '#survey/logic/today.ts'
import { missingInSurvey } from '#survey/mandatory.ts'
import type { Survey } from '#survey/survey.ts'
import { violationsIn } from '#survey/violations.ts'
import { mandatoryLines } from '../present.ts'

/** Returns the failure if a survey may not be submitted, with a line for each field; null = it may. */
export function whyNotComplete(
  survey: Survey,
  now: Date,
): Failure<'survey.mandatoryMissing' | 'survey.rulesBroken'> | null {
  const missing = missingInSurvey(survey)
  const broken = violationsIn(survey, momentsWorldwide(now)).map(({ answer, message }) => ({
    [answer.id]: message,
  }))
  if (missing.length > 0)
    return fail('survey.mandatoryMissing', {
      more: [...mandatoryLines(missing.map(({ answer }) => answer.id)), ...broken],
    })
  return broken.length > 0 ? fail('survey.rulesBroken', { more: broken }) : null
}

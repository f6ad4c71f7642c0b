import type { Given } from '../fields/kind.ts'
import { clean, sameGiven } from '../fields/registry.ts'
import type { Survey } from '../survey.ts'
import { changeAnswer } from './change.ts'

/**
 * Gives a field its answer: what the field's type accepts of it. A choice that the field does not have leaves
 * the answer as it was; ask `clean` for the reason. `at` is the device's time, ISO 8601.
 */
export function setAnswer(
  survey: Survey,
  subSectionId: string,
  answerId: string,
  change: Partial<Given> & { readonly at: string },
): Survey {
  return changeAnswer(survey, subSectionId, answerId, change.at, (answer) => {
    const { given } = clean(answer.field, change)
    if (!given || sameGiven(given, answer)) return answer
    return { ...answer, ...given, editedAt: change.at }
  })
}

import { asChanged } from '../changed-since.ts'
import type { AnswerValue } from '../fields/kind.ts'
import { clean, sameAnswerValue } from '../fields/registry.ts'
import type { Survey } from '../survey.ts'
import { changeAnswer } from './change.ts'

/**
 * Gives a field its answer: what the field's type accepts of it. A choice that the field does not have leaves
 * the answer as it was; ask `clean` for the reason. `at` is the device's time, ISO 8601. Whoever gives it anew,
 * be it with the same words, has checked a copied value: its mark goes.
 */
export function setAnswer(
  survey: Survey,
  subSectionId: string,
  answerId: string,
  change: Partial<AnswerValue> & { readonly at: string; readonly copiedFrom?: string | null },
): Survey {
  const after = changeAnswer(survey, subSectionId, answerId, change.at, (answer) => {
    const { given } = clean(answer.field, change)
    const copiedFrom = change.copiedFrom ?? null
    if (!given || (sameAnswerValue(given, answer) && copiedFrom === answer.copiedFrom)) return answer
    return { ...answer, ...given, editedAt: change.at, copiedFrom }
  })
  return after === survey ? survey : asChanged(after)
}

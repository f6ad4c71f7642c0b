import { asChanged } from '../changed-since.ts'
import type { AnswerValue } from '../fields/kind.ts'
import { clean, sameAnswerValue } from '../fields/registry.ts'
import type { Survey } from '../survey.ts'
import { changeAnswer } from './change.ts'

/**
 * Sets an answer to the part of `change` that the field's type accepts. A rejected value leaves the answer
 * unchanged; `clean` returns the reason. `at`: device time, ISO 8601. Saving a copied value again, even
 * unchanged, counts as checking it and clears `copiedFrom`.
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

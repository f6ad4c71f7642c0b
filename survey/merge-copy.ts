import { asChanged } from './changed-since.ts'
import { changeAnswer } from './edit/change.ts'
import { type AnswerEdit, applyEdit, type Edit } from './edit/edit.ts'
import { keepIdentity } from './keep-identity.ts'
import type { Survey } from './survey.ts'

/**
 * What the device shows once the server's copy has come: the server's survey with everything on it that this
 * device has not sent yet. What a person typed stays in sight until the server has decided: before that, nothing
 * is taken from under the hand that writes it. Answers that stay the same keep their identity from `local`.
 * `unsent` is in the order of making.
 */
export function mergeServerCopy(local: Survey, unsent: readonly Edit[], server: Survey): Survey {
  const merged = unsent.reduce(
    (survey, edit) => (edit.kind === 'answer' ? showAnswer(survey, edit) : applyEdit(survey, edit)),
    server,
  )
  return keepIdentity(local, merged)
}

/** The revision stays the server's: this edit has none before it arrives there. */
function showAnswer(
  survey: Survey,
  { subSectionId, answerId, value, values, at, ...edit }: AnswerEdit,
): Survey {
  const copiedFrom = edit.copiedFrom ?? null
  const after = changeAnswer(survey, subSectionId, answerId, at, (answer) => ({
    ...answer,
    value,
    values,
    copiedFrom,
    editedAt: at,
  }))
  return after === survey ? survey : asChanged(after)
}

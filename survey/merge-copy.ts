import { changeAnswer } from './edit/change.ts'
import { type AnswerEdit, applyEdit, type Edit } from './edit/edit.ts'
import { keepIdentity } from './keep-identity.ts'
import { mergeAnswer } from './merge.ts'
import type { Survey } from './survey.ts'

/**
 * What the device shows once the server's copy has come: the server's survey with everything on it that this
 * device has not sent yet, decided as the server will decide. Answers that stay the same keep their identity
 * from `local`. `unsent` is in the order of making.
 */
export function mergeServerCopy(local: Survey, unsent: readonly Edit[], server: Survey, now: string): Survey {
  const merged = unsent.reduce(
    (survey, edit) => (edit.kind === 'answer' ? settleAnswer(survey, edit, now) : applyEdit(survey, edit)),
    server,
  )
  return keepIdentity(local, merged)
}

/** The revision stays the server's: this edit has none before it arrives there. */
function settleAnswer(survey: Survey, edit: AnswerEdit, now: string): Survey {
  return changeAnswer(survey, edit.subSectionId, edit.answerId, edit.at, (answer) => {
    const { answer: settled } = mergeAnswer(answer, { ...edit, editedAt: edit.at }, now)
    return settled === answer ? answer : { ...settled, revision: answer.revision }
  })
}

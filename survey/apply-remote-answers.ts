import { changeAnswer } from './edit/change.ts'
import type { AnswerValue } from './fields/kind.ts'
import { findAnswer } from './navigation.ts'
import type { Answer, Survey } from './survey.ts'

/** What somebody else saved meanwhile, as the server told it. */
export interface RemoteAnswer
  extends AnswerValue,
    Pick<Answer, 'id' | 'revision' | 'editedAt' | 'copiedFrom'> {
  /** Who gave the value; '' where nobody knows. */
  readonly by: string
}

/** Puts in what is newer than what is known; the order in which it comes does not matter. */
export function applyRemoteAnswers(survey: Survey, answers: readonly RemoteAnswer[]): Survey {
  return answers.reduce((now, live) => {
    const place = findAnswer(now, live.id)
    if (!place || place.answer.revision >= live.revision) return now
    const { value, values, revision, editedAt, copiedFrom } = live
    const at = editedAt ?? now.lastEdited
    return changeAnswer(now, place.subSection.id, live.id, at, (answer) => ({
      ...answer,
      value,
      values,
      revision,
      editedAt,
      copiedFrom,
    }))
  }, survey)
}

import { type ServerAnswer, withServer } from './answer-state.ts'
import { asChanged } from './changed-since.ts'
import { changeAnswer } from './edit/change.ts'
import { findAnswer } from './navigation.ts'
import type { Answer, Survey } from './survey.ts'

/** What somebody else saved meanwhile, as the server told it. */
export interface RemoteAnswer extends ServerAnswer, Pick<Answer, 'id'> {
  /** Who gave the value; '' where nobody knows. */
  readonly by: string
}

/** Puts in what is newer than what is known; the order in which it comes does not matter. */
export function applyRemoteAnswers(survey: Survey, answers: readonly RemoteAnswer[]): Survey {
  const after = answers.reduce((now, { id, by: _, ...server }) => {
    const place = findAnswer(now, id)
    if (!place) return now
    const at = server.editedAt ?? now.lastEdited
    return changeAnswer(now, place.subSection.id, id, at, (answer) => withServer(answer, server))
  }, survey)
  return after === survey ? survey : asChanged(after)
}

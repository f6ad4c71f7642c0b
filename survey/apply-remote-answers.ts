import { type ServerAnswer, withServer } from './answer-state.ts'
import { asChanged } from './changed-since.ts'
import { changeAnswer } from './edit/change.ts'
import { findAnswer } from './navigation.ts'
import type { Answer, Survey } from './survey.ts'

/** Another user's saved answer, received from the server. */
export interface RemoteAnswer extends ServerAnswer, Pick<Answer, 'id'> {
  /** The author's name; '' = unknown. */
  readonly by: string
}

/** Applies answers that are newer than the survey's, in any order. */
export function applyRemoteAnswers(survey: Survey, answers: readonly RemoteAnswer[]): Survey {
  const after = answers.reduce((now, { id, by: _, ...server }) => {
    const place = findAnswer(now, id)
    if (!place) return now
    const at = server.editedAt ?? now.lastEdited
    return changeAnswer(now, place.subSection.id, id, at, (answer) => withServer(answer, server))
  }, survey)
  return after === survey ? survey : asChanged(after)
}

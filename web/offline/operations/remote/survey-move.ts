import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import type { RemoteOperation } from './remote-operation.ts'
import { sendMove } from './send-move.ts'

export const surveyMoveRemote: RemoteOperation<'surveyMoves.move'> = {
  endpoint: moveSurveys,
  prepare: nothing,
  send: sendMove,
  missingIsDone: false,
  reject: parkWhole,
  // `sendMove` reads the current survey itself.
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  acknowledge: async () => ({}),
}

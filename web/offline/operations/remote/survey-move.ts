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
  // It ends with a reading of its own.
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  // `sendMove` has read the survey afresh.
  acknowledge: async () => ({}),
}

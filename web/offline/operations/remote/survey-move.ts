import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'
import { sendMove } from './send-move.ts'

export const surveyMoveRemote: RemoteOperation<'surveyMoves.move'> = {
  ...remoteDefaults<'surveyMoves.move'>(moveSurveys),
  send: sendMove,
  // `sendMove` reads the current survey itself.
  acknowledge: async () => ({}),
}

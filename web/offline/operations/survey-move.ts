import { moveSurveys } from '#contract/survey-moves.ts'
import { parkWhole } from './entries.ts'
import { never, none, noSubject, nothing, type Operation } from './operation.ts'
import { sendMove } from './send-move.ts'

/** To another version of the survey's template, which is on this device. */
export const surveyMove: Operation<'surveyMoves.move'> = {
  endpoint: moveSurveys,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
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
  // The whole survey is moved once the other edits stand (draft/load-survey.ts).
  replay: null,
  edits: none,
  losses: () => [{ kind: 'move' }],
}

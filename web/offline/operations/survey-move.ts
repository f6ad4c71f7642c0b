import { never, none, noSubject, type Operation } from './operation.ts'

/** To another version of the survey's template, which is on this device. */
export const surveyMove: Operation<'surveyMoves.move'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  // The whole survey is moved once the other edits stand (draft/load-survey.ts).
  replay: null,
  edits: none,
  losses: () => [{ kind: 'move' }],
}

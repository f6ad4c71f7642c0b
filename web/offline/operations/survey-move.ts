import { never, none, noSubject, type Operation } from './operation.ts'

/** Moves the survey to another template version, which is on this device. */
export const surveyMove: Operation<'surveyMoves.move'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  // The whole survey is moved after the other edits (draft/load-survey.ts).
  replay: null,
  edits: none,
  losses: () => [{ kind: 'move' }],
}

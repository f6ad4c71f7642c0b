import { never, none, noSubject, type Operation } from './operation.ts'

/** Restores a deleted survey. */
export const surveyRestore: Operation<'surveys.restore'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  replay: null,
  edits: none,
  losses: () => [{ kind: 'restored-survey' }],
}

import { never, none, noSubject, type Operation } from './operation.ts'

/** Brings a deleted survey back. */
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

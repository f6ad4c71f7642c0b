import { never, none, noSubject, type Operation } from './operation.ts'

/** Deletes a survey, after all of its other entries, so that a restored survey has everything. */
export const surveyDeletion: Operation<'surveys.delete'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-survey' }],
}

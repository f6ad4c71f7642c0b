import { never, none, noSubject, type Operation } from './operation.ts'

/** Waits behind everything else of its survey, so that one that is brought back has all of it. */
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

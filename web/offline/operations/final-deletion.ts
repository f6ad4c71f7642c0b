import { never, none, noSubject, type Operation } from './operation.ts'

/** Deletes a deleted survey permanently before its thirty days are over. */
export const finalDeletion: Operation<'surveys.deleteForGood'> = {
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

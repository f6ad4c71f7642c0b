import { never, none, noSubject, type Operation } from './operation.ts'

/** Brings a sub-section back that the server has deleted; one whose removal still waits only loses that entry. */
export const subSectionRestore: Operation<'surveys.restoreSimilar'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // It means nothing in front of the removal that it undoes.
  overtakes: (entry, { entry: held }) => held.subSection !== entry.subSection,
  collects: null,
  // What is in it is the server's to tell.
  replay: null,
  edits: none,
  losses: ({ called = '' }) => [{ kind: 'restored-part', called }],
}

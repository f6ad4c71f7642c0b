import { never, none, noSubject, type Operation } from './operation.ts'

/** Restores a sub-section that the server deleted. An unsent removal is simply dropped instead. */
export const subSectionRestore: Operation<'surveys.restoreSimilar'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // The restoration must follow the removal that it undoes.
  overtakes: (entry, { entry: held }) => held.subSection !== entry.subSection,
  collects: null,
  // The server's reply has the content.
  replay: null,
  edits: none,
  losses: ({ called = '' }) => [{ kind: 'restored-part', called }],
}

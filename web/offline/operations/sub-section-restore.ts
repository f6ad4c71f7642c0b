import { type Operation, operationDefaults } from './operation.ts'

/** Restores a sub-section that the server deleted. An unsent removal is simply dropped instead. */
export const subSectionRestore: Operation<'surveys.restoreSimilar'> = {
  ...operationDefaults,
  lane: 'structure',
  // The restoration must follow the removal that it undoes.
  overtakes: (entry, { entry: held }) => held.subSection !== entry.subSection,
  // The server's reply has the content.
  replay: null,
  losses: ({ called = '' }) => [{ kind: 'restored-part', called }],
}

import { never, noSubject, type Operation } from './operation.ts'

export const subSectionRemoval: Operation<'surveys.removeSimilar'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // The removal would delete files that are still to be added to it or copied from it.
  overtakes: (entry, { entry: held }) =>
    held.endpoint !== 'media.copy' && held.subSection !== entry.subSection,
  collects: null,
  replay: 'removed sub-sections',
  edits: (entry) => [{ kind: 'remove-similar', subSectionId: entry.subSection ?? '', at: entry.madeAt }],
  losses: () => [{ kind: 'removed-part' }],
}

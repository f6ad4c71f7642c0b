import { never, noSubject, type Operation } from './operation.ts'

export const subSectionRemoval: Operation<'surveys.removeSimilar'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // It would take along what is to be added to it, or copied out of it.
  overtakes: (entry, { entry: held }) =>
    held.endpoint !== 'media.copy' && held.subSection !== entry.subSection,
  collects: null,
  replay: 'removed sub-sections',
  edits: (entry) => [{ kind: 'remove-similar', subSectionId: entry.subSection ?? '', at: entry.madeAt }],
  losses: () => [{ kind: 'removed-part' }],
}

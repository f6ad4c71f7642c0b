import { noSubject, type Operation } from './operation.ts'

/** A new sub-section of a repeated section. */
export const subSectionAddition: Operation<'surveys.addSimilar'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: (entry, { entry: later }) => later.subSection === entry.subSection,
  overtakes: () => true,
  collects: null,
  replay: 'added sub-sections',
  edits: (entry) => [
    {
      kind: 'add-similar',
      sectionId: entry.input.body.user_survey_section_id,
      subSectionId: entry.subSection ?? '',
      at: entry.madeAt,
    },
  ],
  losses: ({ subSection }) => [{ kind: 'added-part', subSection: subSection ?? '' }],
}

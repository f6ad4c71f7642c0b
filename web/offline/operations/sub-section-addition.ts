import { type Operation, operationDefaults } from './operation.ts'

/** A new sub-section of a repeated section. */
export const subSectionAddition: Operation<'surveys.addSimilar'> = {
  ...operationDefaults,
  lane: 'structure',
  blocks: (entry, { entry: later }) => later.subSection === entry.subSection,
  overtakes: () => true,
  replay: {
    phase: 'added sub-sections',
    edits: ({ input, subSection, madeAt: at }) => [
      {
        kind: 'add-similar',
        sectionId: input.body.user_survey_section_id,
        subSectionId: subSection ?? '',
        at,
      },
    ],
  },
  losses: ({ subSection }) => [{ kind: 'added-part', subSection: subSection ?? '' }],
}

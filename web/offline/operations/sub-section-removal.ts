import type { OutboxRow } from '../store/outbox-rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

export const subSectionRemoval: Operation<'surveys.removeSimilar'> = {
  ...operationDefaults,
  lane: 'structure',
  // The removal would delete files that are still to be added to it or copied from it.
  overtakes: (entry, { entry: held, adds }) => adds !== 'copies' && held.subSection !== entry.subSection,
  replay: {
    phase: 'removed sub-sections',
    edits: ({ subSection, madeAt: at }) => [{ kind: 'remove-similar', subSectionId: subSection ?? '', at }],
  },
  losses: () => [{ kind: 'removed-part' }],
}

/** Returns the section whose sub-section an entry removes; null for any other entry. */
export function sectionOfRemoval(row: OutboxRow): string | null {
  return row.endpoint === 'surveys.removeSimilar' ? row.input.query.user_survey_section_id : null
}

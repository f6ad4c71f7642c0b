import { partsDigest } from '#survey/parts-digest.ts'
import type { Section, SubSection } from '#survey/survey.ts'
import { subSectionToWire } from '#survey/to-wire.ts'
import type { DeletedRow } from './data.ts'
import type { Repeated } from './repeated.ts'

/** Returns only a section's new sub-section, and a digest by which the reader checks that it has the others. */
export function presentAdded({ id, definition, parts }: Repeated, added: SubSection) {
  const ids = [...parts, added.id].sort()
  // The name depends on the position among all, not on the content of the others.
  const subSections = ids.map((part) => (part === added.id ? added : { ...added, id: part }))
  const section: Section = { id, definition, subSections }
  const attributes = {
    id,
    template_section_id: definition.id,
    user_survey_section_name: definition.name,
    is_survey_subsection_present: true,
    user_survey_sub_sections: [subSectionToWire(section, added, () => [])],
    sub_sections_digest: partsDigest(ids),
  }
  return { data: { id, type: 'user_survey_section', attributes } }
}

export function presentDeleted(sectionId: string, { id, called, deletedAt, ...row }: DeletedRow) {
  const attributes = {
    section_id: sectionId,
    sub_section_title: called.replace(/\s+/g, ' '),
    deleted_at: deletedAt.toISOString(),
    answers: row.answers,
    files: row.files,
  }
  return { id, type: 'deleted_sub_section', attributes }
}

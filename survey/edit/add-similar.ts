import { withComputedDefaults } from '../logic/computed-defaults.ts'
import { isComplete } from '../mandatory.ts'
import { emptySubSection, type Section, type Survey } from '../survey.ts'
import { changeSection } from './change.ts'

/**
 * Whether the surveyor may add a sub-section now: the section repeats and its mandatory fields are filled.
 */
export function mayAddSimilar(section: Section): boolean {
  return section.definition.addSimilar && isComplete(section)
}

/**
 * Inserts an empty sub-section in id order. Doesn't check `mayAddSimilar`: a sub-section added offline must
 * arrive even if fields were cleared since. An existing id is a replay and changes nothing.
 */
export function addSimilar(survey: Survey, sectionId: string, newSubSectionId: string, at: string): Survey {
  const after = changeSection(survey, sectionId, at, (section) => {
    const known = section.subSections.some(({ id }) => id === newSubSectionId)
    if (known || !section.definition.addSimilar) return section
    const added = emptySubSection(newSubSectionId, section.definition)
    const place = section.subSections.findIndex(({ id }) => id > newSubSectionId)
    const end = place === -1 ? section.subSections.length : place
    return { ...section, subSections: section.subSections.toSpliced(end, 0, added) }
  })
  return after === survey ? survey : withComputedDefaults(after, new Set([newSubSectionId]))
}

import type { Section, SubSection } from './survey.ts'

/**
 * '<section>' where it stands alone, else '<section> 1', '<section> 2' … Never stored: adding or removing one
 * renames the others by itself, and what hangs on them is found by id.
 */
export function subSectionName(section: Section, index: number): string {
  const { name } = section.definition
  return section.subSections.length > 1 ? `${name} ${index + 1}` : name
}

/** The name of a sub-section of this section. */
export function nameOf(section: Section, subSection: SubSection): string {
  return subSectionName(section, section.subSections.indexOf(subSection))
}

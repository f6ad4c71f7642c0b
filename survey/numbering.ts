import { asText } from './fields/registry.ts'
import type { Section, SubSection } from './survey.ts'
import { withTitle } from './with-title.ts'

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

/** Name and title as people read them: '<section> 2 · Unit 4B'; the name alone where it has no title. */
export function titledName(section: Section, index: number): string {
  const name = subSectionName(section, index)
  const subSection = section.subSections[index]
  return subSection ? withTitle(name, titleOf(subSection)) : name
}

/** The same for a sub-section of this section. */
export function titledNameOf(section: Section, subSection: SubSection): string {
  return titledName(section, section.subSections.indexOf(subSection))
}

/** A sub-section's own title on one line; '' where it has none. */
export function titleOf(subSection: SubSection): string {
  return asText(subSection.title).replace(/\s+/g, ' ')
}

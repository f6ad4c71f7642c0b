import { asText } from './fields/registry.ts'
import { identityInBuilding, identityText } from './identity.ts'
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

/**
 * Name and what people call it, wherever a person reads of a part: '<section> 2 · Unit 4B', '<section> 7 · 107'; the
 * name alone where it is called nothing. The number stays before it: two parts may be called the same.
 */
export function titledName(section: Section, index: number): string {
  const name = subSectionName(section, index)
  const subSection = section.subSections[index]
  return subSection ? withTitle(name, besideNumber(section, subSection)) : name
}

/** The same for a sub-section of this section. */
export function titledNameOf(section: Section, subSection: SubSection): string {
  return titledName(section, section.subSections.indexOf(subSection))
}

/** A sub-section's own title on one line; '' where it has none. */
export function titleOf(subSection: SubSection): string {
  return asText(subSection.title).replace(/\s+/g, ' ')
}

/** What people call a part beside its number: its title, else what tells it from the other parts; '' where nothing does. */
export function besideNumber(section: Section, subSection: SubSection): string {
  const title = titleOf(subSection)
  return title === '' && section.subSections.length > 1 ? identityInBuilding(section, subSection) : title
}

/** What they call it when they say 'like this one': its title, '203', or its name where it says neither. */
export function calledOf(section: Section, subSection: SubSection): string {
  return titleOf(subSection) || identityText(section, subSection) || nameOf(section, subSection)
}

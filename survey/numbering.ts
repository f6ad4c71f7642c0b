import { asText } from './fields/registry.ts'
import { identityInBuilding } from './identity.ts'
import type { Section, SubSection } from './survey.ts'
import { withTitle } from './with-title.ts'

/**
 * The specification's name: '<section>' for a single sub-section, else '<section> 1', '<section> 2' … Never stored:
 * adding or removing a sub-section renumbers the others.
 */
export function subSectionName(section: Section, index: number): string {
  const { name } = section.definition
  return section.subSections.length > 1 ? `${name} ${index + 1}` : name
}

/** The specification's name of a sub-section of this section. */
export function nameOf(section: Section, subSection: SubSection): string {
  return subSectionName(section, section.subSections.indexOf(subSection))
}

/** The name of a sub-section wherever its section is known: '203', or the specification's name without an identity. */
export function titledName(section: Section, index: number): string {
  const subSection = section.subSections[index]
  return (subSection && ownName(section, subSection)) || subSectionName(section, index)
}

/** The same for a sub-section of this section. */
export function titledNameOf(section: Section, subSection: SubSection): string {
  return titledName(section, section.subSections.indexOf(subSection))
}

/** `titledName`, and the section's name where the former does not have it, else ''. */
export function namesOf(section: Section, index: number): { readonly name: string; readonly within: string } {
  const name = titledName(section, index)
  return { name, within: name === subSectionName(section, index) ? '' : section.definition.name }
}

/** The name among sub-sections of several sections: '203 · Unit Survey', or the specification's name. */
export function placeName(section: Section, index: number): string {
  const subSection = section.subSections[index]
  const own = subSection ? ownName(section, subSection) : ''
  return own === '' ? subSectionName(section, index) : withTitle(own, section.definition.name)
}

/** The same for a sub-section of this section. */
export function placeNameOf(section: Section, subSection: SubSection): string {
  return placeName(section, section.subSections.indexOf(subSection))
}

/** A sub-section's own title on one line; '' where it has none. */
export function titleOf(subSection: SubSection): string {
  return asText(subSection.title).replace(/\s+/g, ' ')
}

/**
 * The name that people use for a sub-section: its title, else its identity; '' without both. Repeated names are
 * counted: '107', '107 (2)'. It does not depend on the number of sub-sections, so deleting one renames no other.
 */
export function ownName(section: Section, subSection: SubSection): string {
  return ownNames(section).get(subSection.id) ?? ''
}

const known = new WeakMap<Section, ReadonlyMap<string, string>>()

function ownNames(section: Section): ReadonlyMap<string, string> {
  const before = known.get(section)
  if (before) return before
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  for (const subSection of section.subSections) {
    const name = titleOf(subSection) || identityOfRepeated(section, subSection)
    if (name === '') continue
    const count = (uses.get(name) ?? 0) + 1
    uses.set(name, count)
    names.set(subSection.id, count > 1 ? `${name} (${count})` : name)
  }
  known.set(section, names)
  return names
}

/** A section that cannot repeat is named by itself: 'Property Info', not the property's name. */
function identityOfRepeated(section: Section, subSection: SubSection): string {
  const repeats = section.definition.addSimilar || section.subSections.length > 1
  return repeats ? identityInBuilding(section, subSection) : ''
}

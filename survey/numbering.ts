import { asText } from './fields/registry.ts'
import { identityInBuilding } from './identity.ts'
import type { Section, SubSection } from './survey.ts'
import { withTitle } from './with-title.ts'

/**
 * Returns the specification's name: '<section>' for a single sub-section, otherwise '<section> 1', '<section>
 * 2' … Never stored: adding or removing a sub-section renumbers the others.
 */
export function subSectionName(section: Section, index: number): string {
  const { name } = section.definition
  return section.subSections.length > 1 ? `${name} ${index + 1}` : name
}

/** Returns the specification's name of a sub-section of this section. */
export function nameOf(section: Section, subSection: SubSection): string {
  return subSectionName(section, section.subSections.indexOf(subSection))
}

/**
 * Returns the display name where the section is clear from context: '203', or the specification's name
 * without an identity.
 */
export function titledName(section: Section, index: number): string {
  const subSection = section.subSections[index]
  return (subSection && ownName(section, subSection)) || subSectionName(section, index)
}

/** Returns `titledName` for a sub-section of this section. */
export function titledNameOf(section: Section, subSection: SubSection): string {
  return titledName(section, section.subSections.indexOf(subSection))
}

/** Returns `titledName`, and the section's name if the former doesn't contain it, otherwise ''. */
export function namesOf(section: Section, index: number): { readonly name: string; readonly within: string } {
  const name = titledName(section, index)
  return { name, within: name === subSectionName(section, index) ? '' : section.definition.name }
}

/** Returns the display name among several sections: '203 · Unit Survey', or the specification's name. */
export function placeName(section: Section, index: number): string {
  const subSection = section.subSections[index]
  const own = subSection ? ownName(section, subSection) : ''
  return own === '' ? subSectionName(section, index) : withTitle(own, section.definition.name)
}

/** Returns `placeName` for a sub-section of this section. */
export function placeNameOf(section: Section, subSection: SubSection): string {
  return placeName(section, section.subSections.indexOf(subSection))
}

/** Returns a sub-section's title on one line; '' without one. */
export function titleOf(subSection: SubSection): string {
  return asText(subSection.title).replace(/\s+/g, ' ')
}

/**
 * Returns a sub-section's own name: its title, otherwise its identity, otherwise ''. Duplicates are numbered:
 * '107', '107 (2)'. Independent of the number of sub-sections, so deleting one renames no other.
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

/** A section that cannot repeat keeps its own name: 'Property Info', not the property's name. */
function identityOfRepeated(section: Section, subSection: SubSection): string {
  const repeats = section.definition.addSimilar || section.subSections.length > 1
  return repeats ? identityInBuilding(section, subSection) : ''
}

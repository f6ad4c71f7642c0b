import { fold } from '#contract/rules/fold.ts'
import { namesOf, placeName, subSectionName, titledName } from './numbering.ts'
import { type Section, type SubSection, type Survey, shownSections } from './survey.ts'

export interface SectionHit {
  readonly section: Section
  readonly subSection: SubSection
  /** '203', or 'Unit Survey 2' without an identity. */
  readonly name: string
}

/**
 * Finds sub-sections by the specification's name or their own. A section that doesn't repeat is its only
 * sub-section. Returns all for an empty query.
 */
export function searchSections(survey: Survey, query: string): readonly SectionHit[] {
  const wanted = fold(query)
  return shownSections(survey).flatMap((section) =>
    section.subSections.flatMap((subSection, index) => {
      const name = titledName(section, index)
      const isFound = [subSectionName(section, index), name].some((text) => fold(text).includes(wanted))
      return isFound ? { section, subSection, name } : []
    }),
  )
}

/** Whether the text contains every word of the query in any order, ignoring case and accents. */
export function hasWords(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** A result of the jump box. */
export interface JumpTarget {
  readonly sectionId: string
  /** '' = the whole section. */
  readonly subSectionId: string
  readonly name: string
  /** The section's name if `name` doesn't contain it. */
  readonly within: string
}

/**
 * Returns all sections for an empty query, otherwise the matching sections and sub-sections, best match
 * first: the exact name ('203'), names that begin with the query ('2031'), then the others ('1203').
 */
export function jumpTargets(survey: Survey, query: string): readonly JumpTarget[] {
  const wanted = fold(query)
  const found = shownSections(survey).flatMap((section) => {
    const { id: sectionId } = section
    const { name } = section.definition
    const whole = hasWords(name, wanted) ? [{ sectionId, subSectionId: '', name, within: '' }] : []
    return wanted === '' ? whole : [...whole, ...partTargets(section, wanted)]
  })
  return bestFirst(found, wanted)
}

/** Returns the matching sub-sections of one section, best match first; all for an empty query. */
export function partTargetsIn(section: Section, query: string): readonly JumpTarget[] {
  const wanted = fold(query)
  return bestFirst(partTargets(section, wanted), wanted)
}

function partTargets(section: Section, wanted: string): readonly JumpTarget[] {
  const { id: sectionId, definition } = section
  return section.subSections.flatMap(({ id }, index) => {
    const names = namesOf(section, index)
    // A single sub-section without its own name is the section itself.
    if (names.name === definition.name || !hasWords(placeName(section, index), wanted)) return []
    return { sectionId, subSectionId: id, ...names }
  })
}

/** Without a query, survey order stays. */
function bestFirst(found: readonly JumpTarget[], wanted: string): readonly JumpTarget[] {
  if (wanted === '') return found
  return found.toSorted((a, b) => distanceTo(wanted, a) - distanceTo(wanted, b))
}

function distanceTo(wanted: string, { name }: JumpTarget): number {
  const folded = fold(name)
  if (folded === wanted) return 0
  return folded.startsWith(wanted) ? 1 : 2
}

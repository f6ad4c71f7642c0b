import { fold } from '#contract/rules/fold.ts'
import { titledName } from './numbering.ts'
import type { Section, SubSection, Survey } from './survey.ts'

export interface SectionHit {
  readonly section: Section
  readonly subSection: SubSection
  /** 'MDF Info', 'Unit Survey 2 · Unit 4B'. */
  readonly name: string
}

/** Sub-sections by name or title; a section that stands alone is its only one. All for an empty query. */
export function searchSections(survey: Survey, query: string): readonly SectionHit[] {
  const wanted = fold(query)
  return survey.sections.flatMap((section) =>
    section.subSections.flatMap((subSection, index) => {
      const name = titledName(section, index)
      return fold(name).includes(wanted) ? { section, subSection, name } : []
    }),
  )
}

/** Where the box for jumping leads. */
export interface JumpTarget {
  readonly sectionId: string
  /** '' = the section as a whole. */
  readonly subSectionId: string
  readonly name: string
}

/**
 * All sections for an empty query, which is what one chooses from; else the sections, and the sub-sections of
 * repeated ones, whose name or title says it.
 */
export function jumpTargets(survey: Survey, query: string): readonly JumpTarget[] {
  const wanted = fold(query)
  return survey.sections.flatMap((section) => {
    const { id: sectionId } = section
    const repeated = section.subSections.length > 1
    const name = repeated ? section.definition.name : titledName(section, 0)
    const whole = fold(name).includes(wanted) ? [{ sectionId, subSectionId: '', name }] : []
    if (!repeated || wanted === '') return whole
    const parts = section.subSections.flatMap(({ id }, index) => {
      const name = titledName(section, index)
      return fold(name).includes(wanted) ? { sectionId, subSectionId: id, name } : []
    })
    return [...whole, ...parts]
  })
}

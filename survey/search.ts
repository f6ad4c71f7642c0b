import { asText } from './fields/registry.ts'
import type { Place } from './mandatory.ts'
import { subSectionName } from './numbering.ts'
import type { Section, SubSection, Survey } from './survey.ts'

export interface SectionHit {
  readonly section: Section
  readonly subSection: SubSection
  /** 'MDF Info', 'Unit Survey 2'. */
  readonly name: string
}

export interface FieldHit extends Place {
  /** 'Room location (in MDF Info)'. */
  readonly name: string
}

/** Sections and sub-sections by name: 'Jump to specific section'. */
export function searchSections(survey: Survey, query: string): readonly SectionHit[] {
  const wanted = fold(query)
  return everySubSection(survey).filter(({ name }) => fold(name).includes(wanted))
}

/** Fields by name or by what was answered, in the order of the survey. Nothing for an empty query. */
export function searchFields(survey: Survey, query: string): readonly FieldHit[] {
  const wanted = fold(query)
  if (wanted === '') return []
  return everySubSection(survey).flatMap(({ section, subSection, name }) =>
    subSection.answers
      .filter((answer) => fold(answer.field.name).includes(wanted) || fold(asText(answer)).includes(wanted))
      .map((answer) => ({ section, subSection, answer, name: `${answer.field.name} (in ${name})` })),
  )
}

function everySubSection(survey: Survey): readonly SectionHit[] {
  return survey.sections.flatMap((section) =>
    section.subSections.map((subSection, index) => ({
      section,
      subSection,
      name: subSectionName(section, index),
    })),
  )
}

/** Without case and accents: 'cafe' finds 'Café'. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

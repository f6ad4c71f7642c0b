import type { ShownSection, ShownSubSection } from '#contract/surveys/shown-section.ts'
import { nameOf, ownName } from '#survey/numbering.ts'
import type { ReportPart } from '#survey/report.ts'
import type { Section } from '#survey/survey.ts'
import type { Reader } from './addresses.ts'
import type { LoadedReport } from './loaded-report.ts'
import { presentRows } from './present-rows.ts'

/** Presents the report's sections with the field names of the survey calls. */
export function presentSections(loaded: LoadedReport, reader: Reader): ShownSection[] {
  const places = new Map(loaded.shown.sections.map((section) => [section.id, section]))
  const partsOf = presentParts(loaded, reader)
  return loaded.report.sections.flatMap(({ id, name, parts }) => {
    const section = places.get(id)
    if (!section) return []
    return {
      id,
      user_survey_section_name: name,
      is_survey_subsection_present: section.subSections.length > 1,
      user_survey_sub_sections: partsOf(section, parts),
    }
  })
}

/** Presents the report's parts under their names in the section. */
export function presentParts(
  loaded: LoadedReport,
  reader: Reader,
): (section: Section, parts: readonly ReportPart[]) => ShownSubSection[] {
  const detailsOf = presentRows(loaded, reader)
  return (section, parts) => {
    const places = new Map(section.subSections.map((part) => [part.id, part]))
    return parts.flatMap(({ id, rows }) => {
      const part = places.get(id)
      if (!part) return []
      return {
        id,
        user_survey_sub_section_name: nameOf(section, part),
        user_survey_sub_section_title: ownName(section, part),
        user_survey_sub_section_details: detailsOf(rows, part.answers),
      }
    })
  }
}

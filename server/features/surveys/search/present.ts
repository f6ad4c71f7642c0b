import type { ReplyOf } from '#contract/endpoint.ts'
import type { searchedField, sectionNavigation } from '#contract/surveys/surveys-search.ts'
import { nameOf, ownName } from '#survey/numbering.ts'
import type { FieldHit } from '#survey/search.ts'
import type { SectionHit } from '#survey/search-sections.ts'

/** Groups sub-sections by section, both in the order of the survey. */
export function presentMenu(hits: readonly SectionHit[]): ReplyOf<typeof sectionNavigation> {
  const sections = Map.groupBy(hits, ({ section }) => section)
  const user_survey_sections = [...sections].map(([section, parts]) => ({
    id: section.id,
    survey_section_name: section.definition.name,
    user_survey_sub_sections: parts.map(({ subSection }) => ({
      id: subSection.id,
      survey_sub_section_name: nameOf(section, subSection),
      survey_sub_section_title: ownName(section, subSection),
    })),
  }))
  return { user_survey_navigation_menu: { user_survey_sections } }
}

export function presentHit({ section, subSection, answer }: FieldHit): ReplyOf<typeof searchedField> {
  const attributes = {
    user_survey_section_name: section.definition.name,
    user_survey_section_id: section.id,
    user_survey_sub_section_name: nameOf(section, subSection),
    user_survey_sub_section_id: subSection.id,
    user_survey_sub_section_title: ownName(section, subSection),
    user_survey_sub_section_detail_id: answer.id,
    template_section_id: section.definition.id,
    template_field_id: answer.field.id,
    field_name: answer.field.name,
  }
  return { searched_field_details: { data: { id: answer.id, type: 'searched_field', attributes } } }
}

import type { SurveyDetail } from '#contract/surveys.ts'
import { nameOf } from '#survey/numbering.ts'
import { progressText } from '#survey/progress.ts'
import type { Answer, Section, SubSection, Survey } from '#survey/survey.ts'
import type { SectionDetail } from './from-wire.ts'

type SubSectionDetail = SectionDetail['user_survey_sub_sections'][number]
type AnswerDetail = SubSectionDetail['user_survey_sub_section_details'][number]

/** A survey that was made on this device, as the server will tell it: without photos, videos and plans. */
export function surveyToWire(survey: Survey): SurveyDetail {
  return {
    id: survey.id,
    survey_template_id: survey.template.id,
    survey_name: survey.name,
    date_created: survey.createdAt,
    last_edited: survey.lastEdited,
    created_by: survey.createdBy,
    owner: survey.owner,
    progress: progressText(survey),
    status: survey.status,
    checkboxes: { checkbox_1: survey.showMedia, checkbox_2: survey.hideEmpty },
    user_survey_sections: survey.sections.map(sectionToWire),
    plans: [],
    my_role: 'owner',
  }
}

function sectionToWire(section: Section): SectionDetail {
  return {
    id: section.id,
    template_section_id: section.definition.id,
    user_survey_section_name: section.definition.name,
    is_survey_subsection_present: section.subSections.length > 1,
    user_survey_sub_sections: section.subSections.map((part) => partToWire(section, part)),
  }
}

function partToWire(section: Section, part: SubSection): SubSectionDetail {
  const { id, revision, editedAt, value } = part.title
  return {
    id: part.id,
    user_survey_sub_section_name: nameOf(section, part),
    user_survey_sub_section_title: value,
    user_survey_sub_section_title_detail: { id, revision, edited_at: editedAt },
    user_survey_sub_section_details: part.answers.map(answerToWire),
  }
}

function answerToWire(answer: Answer): AnswerDetail {
  const { field } = answer
  return {
    id: answer.id,
    template_field_id: field.id,
    field_name: field.name,
    field_type: field.type,
    field_value: answer.value,
    field_value_multiple: [...answer.values],
    field_options: [...field.options],
    revision: answer.revision,
    edited_at: answer.editedAt,
    copied_from: answer.copiedFrom,
    photos: [],
    videos: [],
  }
}

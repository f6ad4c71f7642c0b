import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { newSurvey, type Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'

export const account = '019b0000-0000-7000-8000-0000000000aa'
export const surveyId = '019b0000-0000-7000-8000-0000000000bb'

/** Returns an empty survey of the small template, as from the server. */
export function emptySurvey(template: Template = sampleTemplate): Survey {
  const at = '2026-11-01T08:00:00.000Z'
  return newSurvey(template, {
    id: surveyId,
    name: 'Harbor View',
    owner: 'Dana Reed',
    createdBy: 'Sam Ortiz',
    at,
  })
}

export function templateWire(template: Template = sampleTemplate): TemplateDetail {
  return {
    id: template.id,
    name: template.name,
    version: template.version,
    checkbox_1: template.showMedia,
    checkbox_2: template.hideEmpty,
    survey_info_section: template.sections.map((section) => ({
      id: section.id,
      survey_info_section_name: section.name,
      add_similar_section: section.addSimilar,
      add_similar_section_text: section.addSimilarText,
      copy_from_last_filled: section.copyFromLastFilled,
      survey_info_section_fields: section.fields.map((field) => ({
        id: field.id,
        field_name: field.name,
        field_type: field.type,
        field_options: [...field.options],
        is_mandatory: field.mandatory,
        dynamic_dropdown_type: field.dropdownOf,
        adds_dropdown_type: field.adds,
        is_speech_to_text_required: field.dictation,
        is_upload_image_video_required: field.media,
      })),
    })),
  }
}

export function surveyWire(survey: Survey = emptySurvey()): SurveyDetail {
  return {
    id: survey.id,
    survey_template_id: survey.template.id,
    survey_name: survey.name,
    date_created: survey.createdAt,
    last_edited: survey.lastEdited,
    created_by: survey.createdBy,
    owner: survey.owner,
    progress: '0% completed',
    status: survey.status,
    checkboxes: { checkbox_1: survey.showMedia, checkbox_2: survey.hideEmpty },
    user_survey_sections: survey.sections.map((section) => ({
      id: section.id,
      template_section_id: section.definition.id,
      user_survey_section_name: section.definition.name,
      is_survey_subsection_present: section.subSections.length > 1,
      user_survey_sub_sections: section.subSections.map((part) => ({
        id: part.id,
        user_survey_sub_section_name: section.definition.name,
        user_survey_sub_section_details: part.answers.map((answer) => ({
          id: answer.id,
          template_field_id: answer.field.id,
          field_name: answer.field.name,
          field_type: answer.field.type,
          field_value: answer.value,
          field_value_multiple: [...answer.values],
          field_options: [...answer.field.options],
          revision: answer.revision,
          edited_at: answer.editedAt,
          photos: [],
          videos: [],
        })),
      })),
    })),
  }
}

import type { MediaItem } from '#contract/media/media-item.ts'
import type { EarlierAnswerWire } from '#contract/surveys/earlier-answer.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { changedSinceSubmission } from './changed-since.ts'
import { internalEarlierFields } from './for-guests.ts'
import { earlierLines } from './move/earlier-lines.ts'
import { nameOf } from './numbering.ts'
import { progressText } from './progress.ts'
import type { Answer, MediaRef, Section, SubSection, Survey } from './survey.ts'

type SectionDetail = SurveyDetail['user_survey_sections'][number]
type SubSectionDetail = SectionDetail['user_survey_sub_sections'][number]
type AnswerDetail = SubSectionDetail['user_survey_sub_section_details'][number]

/** Returns an answer's photos or videos with their URLs, which the engine doesn't store. */
export type MediaOf = (answerId: string, kind: MediaRef['kind']) => MediaItem[]

/**
 * Converts a survey to the survey detail of specification §3, as sent by the server and stored by a device
 * for its own surveys.
 */
export function surveyToWire(
  survey: Survey,
  { media, ...beside }: Required<Pick<SurveyDetail, 'plans' | 'my_role'>> & { readonly media: MediaOf },
): SurveyDetail {
  const earlier = earlierToWire(survey, media)
  const changed = changedSinceSubmission(survey)
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
    ...(changed && { changed_since_submission: changed }),
    time_zone: survey.timeZone,
    checkboxes: {
      checkbox_1: survey.showMedia,
      checkbox_2: survey.hideEmpty,
      show_positions: survey.showPositions,
      show_internal: survey.showInternal,
    },
    user_survey_sections: survey.sections.map((section) => sectionToWire(section, media)),
    ...(earlier.length > 0 ? { earlier_answers: earlier } : {}),
    ...beside,
  }
}

/** Converts earlier answers to text, because they are read-only. */
function earlierToWire(survey: Survey, media: MediaOf): EarlierAnswerWire[] {
  const internal = internalEarlierFields(survey)
  return earlierLines(survey).map((line) => ({
    id: line.id,
    user_survey_section_id: line.sectionId,
    user_survey_section_name: line.section,
    user_survey_sub_section_id: line.subSectionId,
    user_survey_sub_section_name: line.subSection,
    template_field_id: line.fieldId,
    field_name: line.field,
    field_type: line.type,
    field_value: line.value,
    is_internal: internal.has(line.fieldId),
    revision: line.revision,
    edited_at: line.editedAt,
    photos: media(line.id, 'photo'),
    videos: media(line.id, 'video'),
  }))
}

export function sectionToWire(section: Section, media: MediaOf): SectionDetail {
  return {
    id: section.id,
    template_section_id: section.definition.id,
    user_survey_section_name: section.definition.name,
    is_survey_subsection_present: section.subSections.length > 1,
    user_survey_sub_sections: section.subSections.map((part) => subSectionToWire(section, part, media)),
  }
}

export function subSectionToWire(section: Section, part: SubSection, media: MediaOf): SubSectionDetail {
  const { id, revision, editedAt, value } = part.title
  return {
    id: part.id,
    user_survey_sub_section_name: nameOf(section, part),
    user_survey_sub_section_title: value,
    user_survey_sub_section_title_detail: { id, revision, edited_at: editedAt },
    user_survey_sub_section_details: part.answers.map((answer) => answerToWire(answer, media)),
  }
}

export function answerToWire(answer: Answer, media: MediaOf): AnswerDetail {
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
    photos: media(answer.id, 'photo'),
    videos: media(answer.id, 'video'),
  }
}

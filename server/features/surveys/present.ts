import type { MediaItem } from '#contract/media-item.ts'
import { say } from '#contract/messages/say.ts'
import type { SurveyDetail, SurveyRole } from '#contract/surveys.ts'
import type { Context } from '#server/context.ts'
import type { Place } from '#survey/mandatory.ts'
import { nameOf } from '#survey/numbering.ts'
import { progressText } from '#survey/progress.ts'
import type { Answer, Section, SubSection } from '#survey/survey.ts'
import type { LoadedSurvey } from './load.ts'
import { type MediaRow, type MediaSigner, presentMediaItem } from './media-items.ts'
import { presentPlan } from './plan-items.ts'

type SectionDetail = SurveyDetail['user_survey_sections'][number]
type SubSectionDetail = SectionDetail['user_survey_sub_sections'][number]
type AnswerDetail = SubSectionDetail['user_survey_sub_section_details'][number]
type MediaOf = ReadonlyMap<string, readonly MediaRow[]>

/** The survey detail of spec §3, for somebody who has it in this role. */
export function presentSurvey({ survey, media, plans }: LoadedSurvey, signer: MediaSigner, role: SurveyRole) {
  const mediaOf = Map.groupBy(media, (row) => row.answerId)
  const attributes: SurveyDetail = {
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
    user_survey_sections: survey.sections.map((section) => sectionDetail(section, mediaOf, signer)),
    plans: plans.map((plan) => presentPlan(plan, signer)),
    my_role: role,
  }
  return { data: { id: survey.id, type: 'users_survey', attributes } }
}

export function presentSection(section: Section, media: readonly MediaRow[], signer: MediaSigner) {
  const attributes = sectionDetail(
    section,
    Map.groupBy(media, (row) => row.answerId),
    signer,
  )
  return { data: { id: section.id, type: 'user_survey_section', attributes } }
}

export function presentSubSection(
  section: Section,
  part: SubSection,
  media: readonly MediaRow[],
  signer: MediaSigner,
) {
  const mediaOf = Map.groupBy(media, (row) => row.answerId)
  const attributes = subSectionDetail(section, part, mediaOf, signer)
  return { data: { id: part.id, type: 'user_survey_sub_section', attributes } }
}

function sectionDetail(section: Section, media: MediaOf, signer: MediaSigner): SectionDetail {
  return {
    id: section.id,
    template_section_id: section.definition.id,
    user_survey_section_name: section.definition.name,
    is_survey_subsection_present: section.subSections.length > 1,
    user_survey_sub_sections: section.subSections.map((part) =>
      subSectionDetail(section, part, media, signer),
    ),
  }
}

function subSectionDetail(
  section: Section,
  subSection: SubSection,
  media: MediaOf,
  signer: MediaSigner,
): SubSectionDetail {
  return {
    id: subSection.id,
    user_survey_sub_section_name: nameOf(section, subSection),
    user_survey_sub_section_title: subSection.title.value,
    user_survey_sub_section_title_detail: titleDetail(subSection.title),
    user_survey_sub_section_details: subSection.answers.map((answer) =>
      answerDetail(answer, media.get(answer.id) ?? [], signer),
    ),
  }
}

function titleDetail({ id, revision, editedAt }: Answer) {
  return { id, revision, edited_at: editedAt }
}

export function answerDetail(answer: Answer, media: readonly MediaRow[], signer: MediaSigner): AnswerDetail {
  const { field } = answer
  const itemsOf = (kind: MediaRow['kind']): MediaItem[] =>
    media.filter((row) => row.kind === kind).map((row) => presentMediaItem(row, signer))
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
    photos: itemsOf('photo'),
    videos: itemsOf('video'),
  }
}

/** One line for each mandatory answer that is missing, by its id. */
export function mandatoryLines(missing: readonly Place[]): readonly Record<string, string>[] {
  return missing.map(({ answer }) => ({ [answer.id]: say('surveys.enterData') }))
}

/** Signs for who calls. */
export function signerOf(call: {
  readonly context: Context
  readonly account: { readonly id: string }
  readonly now: Date
}): MediaSigner {
  return { key: call.context.ticketKey, accountId: call.account.id, now: call.now }
}

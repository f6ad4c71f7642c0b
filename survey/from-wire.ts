import type { MediaItem } from '#contract/media/media-item.ts'
import type { PlanItem } from '#contract/media/plan-item.ts'
import { omitUndefined } from '#contract/omit-undefined.ts'
import type { EarlierAnswerWire } from '#contract/surveys/earlier-answer.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { buildSurvey } from '#survey/build-survey.ts'
import type { Plan } from '#survey/plan.ts'
import { pinId } from '#survey/plans.ts'
import { type EarlierAnswer, emptyAnswer, type Survey, titleFieldId } from '#survey/survey.ts'
import {
  type CopiedAnswer,
  type CopiedSection,
  type CopiedSubSection,
  mediaOf,
  mediaRef,
  rowsOfCopy,
  type SurveyCopy,
} from '#survey/survey-copy.ts'
import {
  plainField,
  plainSection,
  type Template,
  type TemplateField,
  type TemplateSection,
  type Translations,
} from '#survey/template.ts'
import { forReader } from '#survey/translate.ts'

export type SectionDetail = SurveyDetail['user_survey_sections'][number]
export type SurveyHead = Omit<SurveyDetail, 'user_survey_sections'>

/** Converts a template in the device reader's language. */
export function templateFromWire(wire: TemplateDetail): Template {
  return forReader(originalTemplateFromWire(wire))
}

/** Converts a template as its author wrote it, with all translations. */
export function originalTemplateFromWire(wire: TemplateDetail): Template {
  return {
    id: wire.id,
    name: wire.name,
    version: wire.version,
    showMedia: wire.checkbox_1,
    hideEmpty: wire.checkbox_2,
    ...omitUndefined({
      language: wire.language,
      languages: wire.languages,
      translations: inEachLanguage(wire.translations, ({ name }) => ({ name })),
    }),
    sections: wire.survey_info_section.map((section) => ({
      id: section.id,
      name: section.survey_info_section_name,
      ...omitUndefined({ key: section.section_key }),
      addSimilar: section.add_similar_section,
      addSimilarText: section.add_similar_section_text,
      copyFromLastFilled: section.copy_from_last_filled,
      ...omitUndefined({ showIf: section.show_if }),
      fields: section.survey_info_section_fields.map(fieldFromWire),
      ...omitUndefined({
        translations: inEachLanguage(section.translations, (texts) => ({
          name: texts.survey_info_section_name,
          addSimilarText: texts.add_similar_section_text,
        })),
      }),
    })),
  }
}

function inEachLanguage<Wire, Texts>(
  translations: Readonly<Record<string, Wire>> | undefined,
  read: (wire: Wire) => Texts,
): Translations<Texts> | undefined {
  return (
    translations &&
    Object.fromEntries(Object.entries(translations).map(([language, wire]) => [language, read(wire)]))
  )
}

/** Builds a survey from a server response. Missing sections are empty. */
export function surveyFromWire(
  template: Template,
  head: SurveyHead,
  sections: readonly SectionDetail[],
): Survey {
  return surveyFromCopy(template, head, copyFromWire(sections))
}

/** Builds a survey from the device's stored copy. */
export function surveyFromCopy(template: Template, head: SurveyHead, copy: SurveyCopy): Survey {
  const header = {
    id: head.id,
    name: head.survey_name,
    owner: head.owner,
    createdBy: head.created_by,
    createdAt: head.date_created,
    lastEdited: head.last_edited,
    status: head.status,
    ...(head.changed_since_submission && { changedSinceSubmission: true }),
    showMedia: head.checkboxes.checkbox_1,
    hideEmpty: head.checkboxes.checkbox_2,
    showPositions: head.checkboxes.show_positions ?? false,
    timeZone: head.time_zone ?? null,
    showInternal: head.checkboxes.show_internal ?? false,
  }
  const plans = (head.plans ?? []).map(planFromWire)
  const survey = buildSurvey(template, header, { ...rowsOfCopy(copy), plans })
  const earlierAnswers = (head.earlier_answers ?? []).map((line) => earlierFromWire(template, line))
  return earlierAnswers.length === 0 ? survey : { ...survey, earlierAnswers }
}

/** Converts sections of a server response to the form stored on the device. */
export function copyFromWire(sections: readonly SectionDetail[]): SurveyCopy {
  return {
    sections: sections.map(sectionFromWire),
    subSections: sections.flatMap((section) =>
      section.user_survey_sub_sections.map((part) => subSectionFromWire(section, part)),
    ),
  }
}

function sectionFromWire(section: SectionDetail): CopiedSection {
  const [first] = section.user_survey_sub_sections
  const details = first?.user_survey_sub_section_details ?? []
  return {
    id: section.id,
    templateSectionId: section.template_section_id,
    fieldNames: Object.fromEntries(
      details.map(({ template_field_id, field_name }) => [template_field_id, field_name]),
    ),
  }
}

type SubSectionDetail = SectionDetail['user_survey_sub_sections'][number]

function subSectionFromWire(section: SectionDetail, part: SubSectionDetail): CopiedSubSection {
  const title = part.user_survey_sub_section_title_detail
  return {
    id: part.id,
    sectionId: section.id,
    answers: [
      ...(title ? [titleFromWire(section, part, title)] : []),
      ...part.user_survey_sub_section_details.map(answerFromWire),
    ],
  }
}

function titleFromWire(
  section: SectionDetail,
  part: SubSectionDetail,
  { id, revision, edited_at }: NonNullable<SubSectionDetail['user_survey_sub_section_title_detail']>,
): CopiedAnswer {
  const value = part.user_survey_sub_section_title ?? ''
  const fieldId = titleFieldId(section.template_section_id)
  return { id, fieldId, value, values: [], revision, editedAt: edited_at, copiedFrom: null }
}

function answerFromWire(detail: SubSectionDetail['user_survey_sub_section_details'][number]): CopiedAnswer {
  return {
    id: detail.id,
    fieldId: detail.template_field_id,
    value: detail.field_value,
    values: detail.field_value_multiple,
    revision: detail.revision,
    editedAt: detail.edited_at,
    copiedFrom: detail.copied_from ?? null,
    ...(detail.photos.length > 0 && { photos: detail.photos }),
    ...(detail.videos.length > 0 && { videos: detail.videos }),
  }
}

/** Converts an earlier answer of any type to a text, since the device only displays it. */
function earlierFromWire(template: Template, line: EarlierAnswerWire): EarlierAnswer {
  const field: TemplateField = {
    ...{ id: line.template_field_id, name: line.field_name, type: 'long_text' },
    ...plainField,
    internal: line.is_internal,
  }
  const definition: TemplateSection = {
    ...{ id: line.user_survey_section_id, name: line.user_survey_section_name, fields: [field] },
    ...plainSection,
  }
  const media = [
    ...line.photos.map((item) => mediaRef(line.id, 'photo', item)),
    ...line.videos.map((item) => mediaRef(line.id, 'video', item)),
  ]
  return {
    template: { ...template, sections: [definition] },
    definition,
    sectionId: line.user_survey_section_id,
    subSectionId: line.user_survey_sub_section_id,
    subSectionName: line.user_survey_sub_section_name,
    answer: {
      ...emptyAnswer(line.user_survey_sub_section_id, field),
      ...{ id: line.id, value: line.field_value, media, revision: line.revision, editedAt: line.edited_at },
    },
  }
}

function planFromWire({ id, name, pins }: PlanItem): Plan {
  return {
    id,
    name,
    pins: pins.map(({ user_survey_sub_section_id: subSectionId, number, x, y, edited_at }, index) => ({
      id: pinId(id, subSectionId),
      subSectionId,
      number: number ?? index + 1,
      place: x === null || y === null ? null : { x, y },
      editedAt: edited_at,
    })),
  }
}

/**
 * Returns all media of a copy and its earlier answers by id, with their URLs, which the engine doesn't store.
 */
export function mediaItemsOf(
  { subSections }: SurveyCopy,
  earlier: SurveyHead['earlier_answers'] = [],
): Map<string, MediaItem> {
  const items = new Map<string, MediaItem>()
  for (const { answers } of subSections)
    for (const answer of answers) for (const item of mediaOf(answer)) items.set(item.id, item)
  for (const { photos, videos } of earlier)
    for (const item of [...photos, ...videos]) items.set(item.id, item)
  return items
}

type FieldWire = TemplateDetail['survey_info_section'][0]['survey_info_section_fields'][0]

function fieldFromWire(wire: FieldWire): TemplateField {
  if (!types.has(wire.field_type)) return unsupportedField(wire)
  return {
    id: wire.id,
    name: wire.field_name,
    type: wire.field_type,
    options: wire.field_options,
    mandatory: wire.is_mandatory,
    dropdownOf: wire.dynamic_dropdown_type,
    adds: wire.adds_dropdown_type,
    dictation: wire.is_speech_to_text_required,
    media: wire.is_upload_image_video_required,
    ...omitUndefined({
      key: wire.field_key,
      hint: wire.field_hint,
      unit: wire.field_unit,
      min: wire.minimum_value,
      max: wire.maximum_value,
      reasonOn: wire.reason_required_on,
      showIf: wire.show_if,
      requiredIf: wire.required_if,
      constraint: wire.constraint,
      constraintMessage: wire.constraint_message,
      calculation: wire.calculation,
      ownLabels: wire.field_option_labels,
      optionValues: wire.field_option_values,
      optionColumns: wire.field_option_columns,
      choiceFilter: wire.choice_filter,
      defaultValue: wire.default_value,
      defaultExpression: wire.default_expression,
      maxLength: wire.maximum_length,
      internal: wire.is_internal,
      translations: inEachLanguage(wire.translations, (texts) => ({
        name: texts.field_name,
        hint: texts.field_hint,
        constraintMessage: texts.constraint_message,
        ...omitUndefined({ options: texts.field_options }),
      })),
    }),
  }
}

const types: ReadonlySet<string> = new Set(fieldTypes)

/** A newer server may have further types. Their rules need the newer app, too. */
function unsupportedField(wire: FieldWire): TemplateField {
  return {
    ...{ id: wire.id, name: wire.field_name, type: 'calculated', unsupported: true },
    ...plainField,
    media: wire.is_upload_image_video_required,
    ...omitUndefined({ key: wire.field_key, showIf: wire.show_if, internal: wire.is_internal }),
  }
}

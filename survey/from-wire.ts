import type { EarlierAnswerWire } from '#contract/earlier-answer.ts'
import { fieldTypes } from '#contract/field-types.ts'
import type { MediaItem } from '#contract/media-item.ts'
import { omitUndefined } from '#contract/omit-undefined.ts'
import type { PlanItem } from '#contract/plan-item.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { TemplateDetail } from '#contract/templates.ts'
import { buildSurvey, type SurveyRows } from '#survey/open.ts'
import type { Plan } from '#survey/plan.ts'
import { pinId } from '#survey/plans.ts'
import { type EarlierAnswer, emptyAnswer, type MediaRef, type Survey, titleField } from '#survey/survey.ts'
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

/** As the reader of this device reads it. */
export function templateFromWire(wire: TemplateDetail): Template {
  return forReader({
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
      fields: section.survey_info_section_fields.map(fieldFromWire),
      ...omitUndefined({
        translations: inEachLanguage(section.translations, (texts) => ({
          name: texts.survey_info_section_name,
          addSimilarText: texts.add_similar_section_text,
        })),
      }),
    })),
  })
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

/** The engine's survey out of what the server last said. Sections that it did not name are empty. */
export function surveyFromWire(
  template: Template,
  head: SurveyHead,
  sections: readonly SectionDetail[],
): Survey {
  const header = {
    id: head.id,
    name: head.survey_name,
    owner: head.owner,
    createdBy: head.created_by,
    createdAt: head.date_created,
    lastEdited: head.last_edited,
    status: head.status,
    showMedia: head.checkboxes.checkbox_1,
    hideEmpty: head.checkboxes.checkbox_2,
    showPositions: head.checkboxes.show_positions ?? false,
    timeZone: head.time_zone ?? null,
    showInternal: head.checkboxes.show_internal ?? false,
  }
  const subSections = sections.flatMap((section) =>
    section.user_survey_sub_sections.map((wire) => ({ id: wire.id, sectionId: section.id, wire })),
  )
  const details = subSections.flatMap(({ id, wire }) =>
    wire.user_survey_sub_section_details.map((detail) => ({ subSectionId: id, detail })),
  )
  const survey = buildSurvey(template, header, {
    sections: sections.map(({ id, template_section_id }) => ({ id, templateSectionId: template_section_id })),
    subSections: subSections.map(({ id, sectionId }) => ({ id, sectionId })),
    answers: [
      ...titleRows(template, sections),
      ...details.map(({ subSectionId, detail }) => ({
        id: detail.id,
        subSectionId,
        fieldId: detail.template_field_id,
        value: detail.field_value,
        values: detail.field_value_multiple,
        revision: detail.revision,
        editedAt: detail.edited_at,
        copiedFrom: detail.copied_from ?? null,
      })),
    ],
    plans: (head.plans ?? []).map(planFromWire),
    media: details.flatMap(({ detail }) => [
      ...detail.photos.map((item) => mediaRef(detail.id, 'photo', item)),
      ...detail.videos.map((item) => mediaRef(detail.id, 'video', item)),
    ]),
  })
  const earlierAnswers = (head.earlier_answers ?? []).map((line) => earlierFromWire(template, line))
  return earlierAnswers.length === 0 ? survey : { ...survey, earlierAnswers }
}

/**
 * An answer without a place, of which the device knows no more than what is to be read: a text, whatever its field
 * once asked for.
 */
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

/** The titles that were given: as rows of the section's title field. */
function titleRows(template: Template, sections: readonly SectionDetail[]): SurveyRows['answers'] {
  const definitions = new Map(template.sections.map((one) => [one.id, one]))
  return sections.flatMap((section) => {
    const definition = definitions.get(section.template_section_id)
    return section.user_survey_sub_sections.flatMap((part) => {
      const detail = part.user_survey_sub_section_title_detail
      if (!definition || !detail) return []
      return {
        id: detail.id,
        subSectionId: part.id,
        fieldId: titleField(definition).id,
        value: part.user_survey_sub_section_title ?? '',
        values: [],
        revision: detail.revision,
        editedAt: detail.edited_at,
        copiedFrom: null,
      }
    })
  })
}

/** All photos and videos of these sections and earlier answers by id, with the addresses that the engine does not know. */
export function mediaItemsOf(
  sections: readonly SectionDetail[],
  earlier: SurveyHead['earlier_answers'] = [],
): Map<string, MediaItem> {
  const items = new Map<string, MediaItem>()
  for (const section of sections) {
    for (const part of section.user_survey_sub_sections) {
      for (const detail of part.user_survey_sub_section_details) {
        for (const item of [...detail.photos, ...detail.videos]) items.set(item.id, item)
      }
    }
  }
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
      constraint: wire.constraint,
      constraintMessage: wire.constraint_message,
      calculation: wire.calculation,
      optionValues: wire.field_option_values,
      optionColumns: wire.field_option_columns,
      choiceFilter: wire.choice_filter,
      defaultValue: wire.default_value,
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

/** A server that is newer than this app may know further types. Its rules are the newer app's as well. */
function unsupportedField(wire: FieldWire): TemplateField {
  return {
    ...{ id: wire.id, name: wire.field_name, type: 'calculated', unsupported: true },
    ...plainField,
    media: wire.is_upload_image_video_required,
    ...omitUndefined({ key: wire.field_key, showIf: wire.show_if, internal: wire.is_internal }),
  }
}

function mediaRef(
  answerId: string,
  kind: 'photo' | 'video',
  item: MediaItem,
): MediaRef & { answerId: string } {
  return {
    answerId,
    id: item.id,
    kind,
    description: item.description,
    copiedFrom: item.copy_checked ? null : (item.copied_from ?? null),
  }
}

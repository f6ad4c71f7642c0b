import { omitUndefined } from '#contract/omit-undefined.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { wholeCondition } from '#survey/logic/whole-condition.ts'
import type { Template, TemplateField, TemplateSection, Translations } from '#survey/template.ts'

export function presentTemplate(template: Template): TemplateDetail {
  return {
    id: template.id,
    name: template.name,
    version: template.version,
    checkbox_1: template.showMedia,
    checkbox_2: template.hideEmpty,
    ...omitUndefined({
      language: template.language,
      languages: template.languages && [...template.languages],
      translations: inEachLanguage(template.translations, ({ name }) => omitUndefined({ name })),
    }),
    survey_info_section: template.sections.map(presentSection),
  }
}

function presentSection(section: TemplateSection) {
  return {
    id: section.id,
    survey_info_section_name: section.name,
    ...omitUndefined({ section_key: section.key }),
    add_similar_section: section.addSimilar,
    add_similar_section_text: section.addSimilarText,
    copy_from_last_filled: section.copyFromLastFilled,
    ...omitUndefined({ show_if: section.showIf }),
    survey_info_section_fields: section.fields.map((field) => presentField(section, field)),
    ...omitUndefined({
      translations: inEachLanguage(section.translations, ({ name, addSimilarText }) =>
        omitUndefined({ survey_info_section_name: name, add_similar_section_text: addSimilarText }),
      ),
    }),
  }
}

function presentField(section: TemplateSection, field: TemplateField) {
  return {
    id: field.id,
    field_name: field.name,
    field_type: field.type,
    field_options: [...field.options],
    is_mandatory: field.mandatory,
    dynamic_dropdown_type: field.dropdownOf,
    adds_dropdown_type: field.adds,
    is_speech_to_text_required: field.dictation,
    is_upload_image_video_required: field.media,
    ...omitUndefined({
      field_key: field.key,
      field_hint: field.hint,
      field_unit: field.unit,
      minimum_value: field.min,
      maximum_value: field.max,
      reason_required_on: field.reasonOn,
      // Shared conditions included, so that a device needs to know nothing of them.
      show_if: wholeCondition(section, field),
      required_if: field.requiredIf,
      constraint: field.constraint,
      constraint_message: field.constraintMessage,
      calculation: field.calculation,
      field_option_labels: field.ownLabels && [...field.ownLabels],
      field_option_values: field.optionValues && [...field.optionValues],
      field_option_columns: field.optionColumns?.map((columns) => ({ ...columns })),
      choice_filter: field.choiceFilter,
      default_value: field.defaultValue,
      default_expression: field.defaultExpression,
      maximum_length: field.maxLength,
      is_internal: field.internal,
      translations: inEachLanguage(field.translations, ({ name, hint, constraintMessage, options }) =>
        omitUndefined({
          field_name: name,
          field_hint: hint,
          constraint_message: constraintMessage,
          field_options: options && [...options],
        }),
      ),
    }),
  }
}

function inEachLanguage<Texts, Wire>(
  translations: Translations<Texts> | undefined,
  present: (texts: Texts) => Wire,
): Record<string, Wire> | undefined {
  return (
    translations &&
    Object.fromEntries(Object.entries(translations).map(([language, texts]) => [language, present(texts)]))
  )
}

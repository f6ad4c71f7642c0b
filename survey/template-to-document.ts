import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { filesOf } from './fields/registry.ts'
import { type Option, optionsIn } from './option-values.ts'
import type { Template, TemplateField, TemplateSection } from './template.ts'

type FormSection = FormDocument['sections'][number]
type FormField = FormSection['fields'][number]

/**
 * Converts a template to an editable document without ids, to copy or export a shipped or old version. Old
 * versions without keys get keys from their places.
 */
export function documentOf(template: Template): FormDocument {
  return {
    schema: 'fieldbook-form/1',
    name: template.name,
    ...omitUndefined({ language: template.language }),
    ...(template.languages && { languages: [...template.languages] }),
    ...omitUndefined({ translations: template.translations }),
    sections: keyed(template.sections, 'section').map(sectionOf),
  }
}

type Keyed<One> = One & { readonly key: string }

/** Assigns unique keys to items of old versions without one. */
function keyed<One extends { readonly key?: string }>(
  items: readonly One[],
  word: string,
): readonly Keyed<One>[] {
  const taken = new Set(items.map(({ key }) => key))
  return items.map((item, index) => {
    let key = item.key ?? `${word}_${index + 1}`
    while (item.key === undefined && taken.has(key)) key = `${key}_`
    return { ...item, key }
  })
}

function sectionOf(section: Keyed<TemplateSection>): FormSection {
  return {
    key: section.key,
    name: section.name,
    ...(section.addSimilar && { addSimilarText: section.addSimilarText }),
    ...(section.copyFromLastFilled && { copyFromLastFilled: true }),
    ...omitUndefined({ showIf: section.showIf }),
    ...(section.conditions && { conditions: section.conditions.map((one) => ({ ...one })) }),
    fields: keyed(section.fields, 'field').map(fieldOf),
    ...(section.translations && { translations: section.translations }),
  }
}

function fieldOf(field: Keyed<TemplateField>): FormField {
  const { id: _, key, name, type, mandatory, dropdownOf, adds, dictation, media, ...others } = field
  const { options: _ids, ownLabels: _labels, optionValues: _values, optionColumns: _columns, ...own } = others
  const { defaultValue, translations = {}, optionLabels: _read, ...rest } = own
  const texts = withoutOptions(translations)
  return {
    key,
    name,
    type,
    ...omitUndefined({ ...rest, default: defaultValue }),
    ...(field.options.length > 0 && {
      options: optionsIn(field).map((option, index) => optionOf(option, labelsAt(translations, index))),
    }),
    ...(mandatory && { mandatory }),
    ...(dropdownOf && { dropdownOf }),
    ...(adds && { adds }),
    ...(dictation && { dictation }),
    ...(media && filesOf(field) === null && { media }),
    ...(Object.keys(texts).length > 0 && { translations: texts }),
  }
}

type Texts = NonNullable<TemplateField['translations']>

/** Option translations are stored with the options. */
function withoutOptions(translations: Texts): NonNullable<FormField['translations']> {
  const texts = Object.entries(translations).map(
    ([language, { options: _, ...own }]) => [language, own] as const,
  )
  return Object.fromEntries(texts.filter(([, own]) => Object.keys(own).length > 0))
}

function labelsAt(translations: Texts, index: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(translations).flatMap(([language, { options }]) => {
      const label = options?.[index] ?? ''
      return label === '' ? [] : [[language, label]]
    }),
  )
}

/** Returns the label alone if the option has no other property. */
function optionOf(
  { id, label, value, columns }: Option,
  labels: Readonly<Record<string, string>>,
): NonNullable<FormField['options']>[number] {
  const described = Object.keys(columns).length > 0
  const translated = Object.keys(labels).length > 0
  if (id === label && value === id && !described && !translated) return label
  return {
    label,
    ...(id !== label && { id }),
    ...(value !== id && { value }),
    ...(described && { columns: { ...columns } }),
    ...(translated && { translations: labels }),
  }
}

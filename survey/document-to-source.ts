import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { described } from './builder/form-options.ts'
import type { FieldSource, OptionSource, SectionSource, TemplateSource } from './template-source.ts'

type FormSection = FormDocument['sections'][number]
type FormField = FormSection['fields'][number]
type FormOption = NonNullable<FormField['options']>[number]

/** Converts a document to the source of one version of a series. */
export function sourceOf(form: FormDocument, series: string, version: number): TemplateSource {
  const { name, language, languages } = form
  const translations = namesOf(form.translations)
  return {
    series,
    version,
    name,
    ...omitUndefined({ language, languages, translations }),
    sections: form.sections.map(sectionOf),
  }
}

/** Drops the description, which is only for choosing a template. */
function namesOf(translations: FormDocument['translations']): TemplateSource['translations'] {
  const named = Object.entries(translations ?? {}).flatMap(([language, { name }]) =>
    name ? [[language, { name }] as const] : [],
  )
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

function sectionOf({ key, name, fields, ...rest }: FormSection): SectionSource {
  return { ...omitUndefined(rest), key, name, fields: fields.map(fieldOf) }
}

/** Drops the shared list's name: each field of a survey has its own options. */
function fieldOf({ key, name, type, options, list: _, ...rest }: FormField): FieldSource {
  return { ...omitUndefined({ ...rest, options: options?.map(optionOf) }), key, name, type }
}

function optionOf(option: FormOption): OptionSource {
  return typeof option === 'string' ? option : { ...omitUndefined(option), label: option.label }
}

/** Returns the label that the surveyor chooses. */
export function labelOf(option: FormOption): string {
  return described(option).label
}

import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { described } from './builder/options.ts'
import type { FieldSource, OptionSource, SectionSource, TemplateSource } from './template-source.ts'

type FormSection = FormDocument['sections'][number]
type FormField = FormSection['fields'][number]
type FormOption = NonNullable<FormField['options']>[number]

/** One version of a series, as the engine makes a template from it. */
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

/** What it is about is for those who choose it, and nothing that a survey needs. */
function namesOf(translations: FormDocument['translations']): TemplateSource['translations'] {
  const named = Object.entries(translations ?? {}).flatMap(([language, { name }]) =>
    name ? [[language, { name }] as const] : [],
  )
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

function sectionOf({ key, name, fields, ...rest }: FormSection): SectionSource {
  return { ...omitUndefined(rest), key, name, fields: fields.map(fieldOf) }
}

/** Whose options are a shared list is the author's concern: a survey's field has them itself. */
function fieldOf({ key, name, type, options, list: _, ...rest }: FormField): FieldSource {
  return { ...omitUndefined({ ...rest, options: options?.map(optionOf) }), key, name, type }
}

function optionOf(option: FormOption): OptionSource {
  return typeof option === 'string' ? option : { ...omitUndefined(option), label: option.label }
}

/** What a surveyor chooses, and what is stored. */
export function labelOf(option: FormOption): string {
  return described(option).label
}

import { limits } from '#contract/limits.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { textIn } from '../translate.ts'
import { changeField } from './edit-fields.ts'
import { changeSection, withoutUndefined } from './edit-sections.ts'
import { described, plainOption } from './form-options.ts'
import { type FormField, type FormSection, fieldAt, type Place, sectionAt } from './form-place.ts'

export type TextProperty = 'name' | 'description' | 'addSimilarText' | 'hint' | 'constraintMessage' | 'option'

/** A translatable text that surveyors read. Texts of the template itself have section -1. */
export interface FormText extends Place {
  readonly property: TextProperty
  /** Index of the option; null if the text is not an option. */
  readonly option: number | null
  /** The text in the template's own language. */
  readonly text: string
}

/** Whether the text may have several lines. */
export function isLong({ property }: FormText): boolean {
  return property === 'hint' || property === 'constraintMessage' || property === 'description'
}

/** Returns the maximum length of a translation, the same as of the text. */
export function longest(text: FormText): number {
  return isLong(text) ? limits.formTextMax : limits.formLineMax
}

/** Returns all texts in form order. Shared options appear at the first field that uses them. */
export function textsIn(form: FormDocument): readonly FormText[] {
  const lists = new Set<string>()
  const own = textsOf(form, { section: -1, field: null }, ['name', 'description'])
  const inside = form.sections.flatMap((section, index) => [
    ...textsOf(section, { section: index, field: null }, ['name', 'addSimilarText']),
    ...section.fields.flatMap((field, place) => {
      const at = { section: index, field: place }
      const isKnown = field.list !== undefined && lists.has(field.list)
      if (field.list !== undefined) lists.add(field.list)
      const options = isKnown ? [] : (field.options ?? [])
      return [
        ...textsOf(field, at, ['name', 'hint', 'constraintMessage']),
        ...options.flatMap((option, number): FormText[] => {
          const text = described(option).label
          return text === '' ? [] : [{ ...at, property: 'option', option: number, text }]
        }),
      ]
    }),
  ])
  return [...own, ...inside]
}

type Texts = { readonly [Property in TextProperty]?: string | undefined }

function textsOf(one: Texts, at: Place, properties: readonly TextProperty[]): readonly FormText[] {
  return properties.flatMap((property) => {
    const text = one[property] ?? ''
    return text === '' ? [] : [{ ...at, property, option: null, text }]
  })
}

/** Returns the translation of a text; '' if it has none. */
export function translationOf(form: FormDocument, text: FormText, language: string): string {
  const field = fieldAt(form, text)
  if (text.option !== null)
    return textIn(described(field?.options?.[text.option] ?? '').translations, language) ?? ''
  const one = text.section < 0 ? form : (field ?? sectionAt(form, text))
  const translations: Readonly<Record<string, Texts>> | undefined = one?.translations
  return textIn(translations, language)?.[text.property] ?? ''
}

/** Sets the translation of a text; '' removes it. Shared options are translated in all their fields. */
export function translate(form: FormDocument, text: FormText, language: string, words: string): FormDocument {
  if (text.section < 0)
    return withoutUndefined({ ...form, translations: put(form.translations, language, text.property, words) })
  const [section, field] = [sectionAt(form, text), fieldAt(form, text)]
  if (!field) {
    if (!section) return form
    const translations = put(section.translations, language, text.property, words)
    return changeSection(form, text.section, { translations })
  }
  if (text.option === null)
    return changeField(form, text, { translations: put(field.translations, language, text.property, words) })
  const options = field.options ?? []
  const option = described(options[text.option] ?? '')
  const { [language]: _, ...others } = option.translations ?? {}
  const translations = words === '' ? others : { ...others, [language]: words }
  return changeField(form, text, {
    options: options.with(text.option, plainOption({ ...option, translations })),
  })
}

type Translations<Own> = Record<string, Own> | undefined

/** Sets one translation and removes empty entries. */
function put<Own extends object>(
  translations: Translations<Own>,
  language: string,
  property: TextProperty,
  words: string,
): Translations<Own> {
  const { [language]: before, ...others } = translations ?? {}
  const now = withoutUndefined({ ...before, [property]: words === '' ? undefined : words }) as Own
  const all = Object.keys(now).length > 0 ? { ...translations, [language]: now } : others
  return Object.keys(all).length > 0 ? (all as Record<string, Own>) : undefined
}

export interface Progress {
  readonly done: number
  readonly total: number
}

export function translated(form: FormDocument, texts: readonly FormText[], language: string): Progress {
  const done = texts.filter((text) => translationOf(form, text, language) !== '').length
  return { done, total: texts.length }
}

/** Adds a language unless the form already has it. */
export function addLanguage(form: FormDocument, language: string): FormDocument {
  const { languages = [] } = form
  const isThere = language === form.language || languages.includes(language)
  if (isThere || languages.length >= limits.formLanguagesMax) return form
  return { ...form, languages: [...languages, language] }
}

/** Removes a language and all its translations. */
export function removeLanguage(form: FormDocument, language: string): FormDocument {
  const languages = form.languages?.filter((one) => one !== language) ?? []
  return withoutUndefined({
    ...form,
    languages: languages.length > 0 ? languages : undefined,
    translations: without(form.translations, language),
    sections: form.sections.map((section) => sectionWithout(section, language)),
  })
}

function sectionWithout(section: FormSection, language: string): FormSection {
  const fields = section.fields.map((field) => fieldWithout(field, language))
  return withoutUndefined({ ...section, translations: without(section.translations, language), fields })
}

function fieldWithout(field: FormField, language: string): FormField {
  const options = field.options?.map((option) =>
    typeof option === 'string'
      ? option
      : plainOption({ ...option, ...leftOf(option.translations, language) }),
  )
  return withoutUndefined({ ...field, options, translations: without(field.translations, language) })
}

function leftOf(translations: Record<string, string> | undefined, language: string) {
  return { translations: without(translations, language) ?? {} }
}

function without<Own>(translations: Translations<Own>, language: string): Translations<Own> {
  const { [language]: _, ...others } = translations ?? {}
  return Object.keys(others).length > 0 ? others : undefined
}

import { readersLanguages } from '#contract/messages/spoken.ts'
import { languageFor } from './languages.ts'
import type { Template, TemplateField, TemplateSection, Translations } from './template.ts'

/** What stands there in a language; nothing of what every object has by itself. */
export function textIn<Text>(
  translations: Translations<Text> | undefined,
  language: string,
): Text | undefined {
  return translations && Object.hasOwn(translations, language) ? translations[language] : undefined
}

interface Translated<Texts> {
  readonly language?: string | null | undefined
  readonly languages?: readonly string[] | null | undefined
  readonly translations?: Translations<Texts> | null | undefined
}

/** The texts in its reader's language; nothing where its own texts are the ones to read. */
export function textsForReader<Texts>(
  { language: own, languages, translations }: Translated<Texts>,
  wanted: readonly string[] = readersLanguages(),
): Texts | undefined {
  const language = languages && languageFor(languages, wanted, own ?? undefined)
  return language ? textIn(translations ?? undefined, language) : undefined
}

const made = new WeakMap<Template, Map<string, Template>>()

/**
 * The template as its reader reads it: names, hints, messages and the labels of options in the best of its languages.
 * What it asks for, and what answers to it are, is the same in every language.
 */
export function forReader(template: Template, wanted: readonly string[] = readersLanguages()): Template {
  const language = template.languages && languageFor(template.languages, wanted, template.language)
  if (!language) return template
  const known = made.get(template) ?? new Map<string, Template>()
  made.set(template, known)
  const translated = known.get(language) ?? translate(template, language)
  known.set(language, translated)
  return translated
}

function translate(template: Template, language: string): Template {
  return {
    ...template,
    name: textIn(template.translations, language)?.name || template.name,
    sections: template.sections.map((section) => sectionIn(section, language)),
  }
}

function sectionIn(section: TemplateSection, language: string): TemplateSection {
  const texts = textIn(section.translations, language)
  return {
    ...section,
    name: texts?.name || section.name,
    addSimilarText: (section.addSimilarText && texts?.addSimilarText) || section.addSimilarText,
    fields: section.fields.map((field) => fieldIn(field, language)),
  }
}

function fieldIn(field: TemplateField, language: string): TemplateField {
  const texts = textIn(field.translations, language)
  if (!texts) return field
  const { name, hint, constraintMessage, options } = texts
  return {
    ...field,
    name: name || field.name,
    ...(field.hint && hint && { hint }),
    ...(field.constraintMessage && constraintMessage && { constraintMessage }),
    ...(options && {
      optionLabels: field.options.map(
        (option, index) => options[index] || field.ownLabels?.[index] || option,
      ),
    }),
  }
}

/** What it asks for, in its own words alone: that never changes in a version. */
export function untranslated(template: Template): Template {
  const { language: _, languages: __, translations: ___, ...own } = template
  return {
    ...own,
    sections: own.sections.map(({ translations: _own, ...section }) => ({
      ...section,
      fields: section.fields.map(({ translations: _texts, ...field }) => field),
    })),
  }
}

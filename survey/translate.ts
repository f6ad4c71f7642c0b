import { readersLanguages } from '#contract/messages/spoken.ts'
import { languageFor } from './languages.ts'
import type { Template, TemplateField, TemplateSection, Translations } from './template.ts'

/** Returns the texts in a language, ignoring inherited object properties. */
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

/** Returns the texts in the reader's language; undefined if the original texts are the best. */
export function textsForReader<Texts>(
  { language: own, languages, translations }: Translated<Texts>,
  wanted: readonly string[] = readersLanguages(),
): Texts | undefined {
  const language = languages && languageFor(languages, wanted, own ?? undefined)
  return language ? textIn(translations ?? undefined, language) : undefined
}

const made = new WeakMap<Template, Map<string, Template>>()

/**
 * Translates a template's names, hints, messages and option labels to the reader's best language. Structure
 * and answers are the same in every language.
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

/** Removes all translations; the remaining content never changes within a version. */
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

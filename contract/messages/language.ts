/** The languages that the product speaks. English is the specification's, letter for letter. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** How dates, numbers and plurals are written: English as in the United States, Spanish as in Latin America. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-419' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Of a BCP 47 tag such as 'es-MX'; whatever is not Spanish is spoken to in English. */
export function languageOfTag(tag: string): Language {
  return /^es(?:-|$)/i.test(tag.trim()) ? 'es' : 'en'
}

/**
 * Of an `accept-language` header: its first language counts. Nothing, `*` and any other language are English, so
 * that a client which asks for nothing gets the words of the specification.
 */
export function languageOfHeader(header: string | undefined): Language {
  return languageOfTag(header?.split(/[,;]/, 1)[0] ?? '')
}

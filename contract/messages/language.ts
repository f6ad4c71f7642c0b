/** The languages of the product. English is the specification's, to the letter. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** How dates, numbers and plurals are written: English as in the United States, Spanish as in Latin America. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-419' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Returns Spanish for a Spanish BCP 47 tag such as 'es-MX', English for all others. */
export function languageOfTag(tag: string): Language {
  return /^es(?:-|$)/i.test(tag.trim()) ? 'es' : 'en'
}

/**
 * Returns the preferred languages for forms, from the browser's `tags`. The program's language comes first if
 * it is not what the first tag leads to.
 */
export function readsIn(spoken: Language, tags: readonly string[]): readonly string[] {
  return languageOfTag(tags[0] ?? '') === spoken ? tags : [locales[spoken], ...tags]
}

/** Request header with the languages for forms of a user who chose them separately. */
export const readsInHeader = 'x-reads-in'

/** Maximum languages of a header that are read. */
const askedMax = 20

/** Returns the languages of an `accept-language` header, most preferred first; equal ones in their order. */
export function languagesOfHeader(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', askedMax)
    .flatMap((part): { tag: string; weight: number }[] => {
      const [tag = '', ...more] = part.split(';').map((one) => one.trim())
      const [, weight = '1'] = /^q=([\d.]+)$/i.exec(more[0] ?? '') ?? []
      return /^[a-z\d-]+$/i.test(tag) && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : []
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/**
 * Returns the language of an `accept-language` header, by its first entry. Missing, `*` and other languages
 * are English, so that clients without a preference get the specified texts.
 */
export function languageOfHeader(header: string | undefined): Language {
  return languageOfTag(header?.split(/[,;]/, 1)[0] ?? '')
}

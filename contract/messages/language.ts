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
 * What somebody reads forms in, of whom a browser says `tags`: before them the language that the program speaks to that
 * person, where the browser's first would not have led to it.
 */
export function readsIn(spoken: Language, tags: readonly string[]): readonly string[] {
  return languageOfTag(tags[0] ?? '') === spoken ? tags : [locales[spoken], ...tags]
}

/** Of a person who has chosen a language for forms alone: what the program speaks is another matter. */
export const readsInHeader = 'x-reads-in'

/** So many languages of a header are looked at. */
const askedMax = 20

/** All of an `accept-language` header, the most wanted first; of two that are wanted alike the first. */
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
 * Of an `accept-language` header: its first language counts. Nothing, `*` and any other language are English, so
 * that a client which asks for nothing gets the words of the specification.
 */
export function languageOfHeader(header: string | undefined): Language {
  return languageOfTag(header?.split(/[,;]/, 1)[0] ?? '')
}

import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'

/** ISO 639: two or three letters, then script, region and the like. */
const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns the best of a template's languages for the wanted ones (BCP 47), in order of preference; null = the
 * template's own language (`own`; undefined = unknown).
 */
export function languageFor(
  languages: readonly string[],
  wanted: readonly string[],
  own: string | undefined,
): string | null {
  const offered = own === undefined ? languages : [own, ...languages]
  for (const one of wanted) {
    const found =
      offered.find((language) => same(language, one)) ??
      offered.find((language) => same(language, primaryOf(one))) ??
      offered.find((language) => same(primaryOf(language), primaryOf(one)))
    if (found !== undefined) return found === own ? null : found
  }
  return null
}

/**
 * Returns the language's name in the given locale: 'español', 'French'. Text that is not a tag is already a
 * name.
 */
export function languageName(language: string, locale: string): string {
  if (!tag.test(language)) return language
  try {
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(language) ?? language
  } catch {
    // Some texts look like tags but are invalid: 'en-12'.
    return language
  }
}

/**
 * Returns the tag for a language written as 'French (fr)', 'fr', 'French' or 'français'; otherwise the name.
 */
export function languageOfName(name: string): string {
  const [, before = name, inside = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(name.trim()) ?? []
  if (tag.test(inside) && isLanguage(inside)) return inside
  const plain = name.trim()
  if (tag.test(plain) && isLanguage(plain)) return plain
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return tagsByName().get(before.trim().toLowerCase()) ?? cut(words, limits.formKeyMax).trim()
}

/** Returns the language as in XLSForm's columns: 'French (fr)'. */
export function columnLanguage(language: string): string {
  const name = languageName(language, 'en')
  return name === language ? language : `${name.replaceAll(/[()]/g, '')} (${language})`
}

let named: ReadonlyMap<string, string> | null = null

/** Returns the tags of all two-letter languages by their English and native names, in lower case. */
function tagsByName(): ReadonlyMap<string, string> {
  named ??= new Map(
    allLanguages().flatMap((language) => [
      [languageName(language, language).toLowerCase(), language] as const,
      [languageName(language, 'en').toLowerCase(), language] as const,
    ]),
  )
  return named
}

/** Returns all two-letter language tags that the system has a name for. */
export function allLanguages(): readonly string[] {
  return [...letters].flatMap((first) => [...letters].map((second) => first + second)).filter(isLanguage)
}

function isLanguage(one: string): boolean {
  const primary = primaryOf(one)
  return languageName(primary, 'en').toLowerCase() !== primary.toLowerCase()
}

function primaryOf(language: string): string {
  return language.split(/[-_]/, 1)[0] ?? language
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

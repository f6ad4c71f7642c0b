import { firstWords } from '#contract/messages/first-words.ts'
import {
  isLanguage,
  type Language,
  languageOfTag,
  locales,
  readsIn,
  readsInHeader,
} from '#contract/messages/language.ts'
import {
  addTexts,
  setLanguageSource,
  setNumberLocale,
  setReaderSource,
  spokenLanguage,
  spokenLocale,
} from '#contract/messages/spoken.ts'

const key = 'language'
const formKey = 'form-language'
/** So long the first picture waits for its words. */
const patience = 8_000

let asked: Language | null = null
/** The words of a page that does not speak English, on their way. */
let speaking: Promise<void> | null = null

/** What was chosen on this device; before that the browser's first language. */
export function deviceLanguage(): Language {
  const chosen = kept()
  return isLanguage(chosen) ? chosen : languageOfTag(navigator.languages[0] ?? navigator.language)
}

/** What this page was to speak when it was opened, whether or not its words could be had. */
export function pageLanguage(): Language {
  asked ??= deviceLanguage()
  return asked
}

/** The language that was chosen for forms alone, on this device; null = what the person reads otherwise. */
export function formLanguage(): string | null {
  try {
    return localStorage.getItem(formKey)
  } catch {
    // A browser that stores nothing has no choice to read.
    return null
  }
}

/** For the next page, as `keepLanguage`. */
export function keepFormLanguage(language: string): void {
  try {
    localStorage.setItem(formKey, language)
  } catch {
    // A browser that keeps nothing keeps no choice either.
  }
}

/** What the person of this device reads forms in, the best first. */
function deviceReadsForms(): readonly string[] {
  const chosen = formLanguage()
  return chosen === null ? deviceReadsIn() : [chosen, ...deviceReadsIn()]
}

function deviceReadsIn(): readonly string[] {
  const tags = navigator.languages.length > 0 ? navigator.languages : [navigator.language]
  return readsIn(spokenLanguage(), tags)
}

/** What a call asks the server to speak, and to read forms in. */
export function languageHeaders(): Readonly<Record<string, string>> {
  const chosen = formLanguage()
  return {
    'accept-language': acceptLanguage(),
    // A header holds no letters but these; the name of a language that has no tag may have others.
    ...(chosen !== null && /^[\w -]+$/.test(chosen) && { [readsInHeader]: chosen }),
  }
}

/** What a call asks the server to speak. */
export function acceptLanguage(): string {
  return deviceReadsIn()
    .slice(0, 9)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=0.${10 - index}`))
    .join(',')
}

/** For the next page; the one that is open goes on in its own language. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // A browser that keeps nothing keeps no choice either.
  }
}

/**
 * How the person of this device writes numbers, as its keyboard does: by the region that the browser names. A language
 * without a region is written as the program itself writes it.
 */
export function deviceNumberLocale(): string {
  const tag = navigator.languages[0] ?? navigator.language
  try {
    const { language, region } = new Intl.Locale(tag)
    return region === undefined && isLanguage(language) ? locales[language] : tag
  } catch {
    // The browser names a tag that is none.
    return spokenLocale()
  }
}

/**
 * The words of all screens but the login, which come with whichever of them is opened first. A Spanish page has them
 * all from the start.
 */
export async function loadAllWords(): Promise<void> {
  await speaking
  if (spokenLanguage() !== 'en') return
  const { catalogue } = await import('#contract/messages/catalogue.ts')
  addTexts('en', catalogue)
}

/** What is drawn is loaded together with what it says. */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), loadAllWords()])
  return loaded
}

/**
 * Before anything is drawn; a page speaks one language from its first picture to its last. English is in the first
 * file anyway (null: nothing to wait for). Other words are a file of their own, and where it cannot be had in time,
 * English is shown.
 */
export function speakDeviceLanguage(): Promise<void> | null {
  addTexts('en', firstWords)
  setNumberLocale(deviceNumberLocale)
  setReaderSource(deviceReadsForms)
  const language = pageLanguage()
  if (language === 'en') return null
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))
  // Without its words the page stays English.
  const words = import('#contract/messages/es/catalogue.ts').catch(() => null)
  speaking = Promise.race([words, late]).then((loaded) => {
    if (!loaded) return
    addTexts(language, loaded.spanish)
    setLanguageSource(() => language)
    document.documentElement.lang = language
  })
  return speaking
}

function kept(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that stores nothing has no choice to read.
    return null
  }
}

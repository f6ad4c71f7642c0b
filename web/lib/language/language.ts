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
/** Milliseconds that the first paint waits for its messages. */
const messagesTimeout = 8_000

let asked: Language | null = null
/** The messages of a page that is not in English, while they load. */
let speaking: Promise<void> | null = null

/** Returns the language chosen on this device, else the browser's first. */
export function deviceLanguage(): Language {
  const chosen = storedLanguage()
  return isLanguage(chosen) ? chosen : languageOfTag(navigator.languages[0] ?? navigator.language)
}

/** Returns the language requested at page load, even if its messages failed to load. */
export function pageLanguage(): Language {
  asked ??= deviceLanguage()
  return asked
}

/** Returns the language chosen for forms on this device; null = the interface language. */
export function formLanguage(): string | null {
  try {
    return localStorage.getItem(formKey)
  } catch {
    // Without storage there is no choice to read.
    return null
  }
}

/** Stores the form language for the next page, like `storeLanguage`. */
export function storeFormLanguage(language: string): void {
  try {
    localStorage.setItem(formKey, language)
  } catch {
    // Without storage the choice is not stored.
  }
}

/** Languages for forms on this device, the preferred first. */
function deviceReadsForms(): readonly string[] {
  const chosen = formLanguage()
  return chosen === null ? deviceReadsIn() : [chosen, ...deviceReadsIn()]
}

function deviceReadsIn(): readonly string[] {
  const tags = navigator.languages.length > 0 ? navigator.languages : [navigator.language]
  return readsIn(spokenLanguage(), tags)
}

/** Headers that request the languages of replies and of forms. */
export function languageHeaders(): Readonly<Record<string, string>> {
  const chosen = formLanguage()
  return {
    'accept-language': acceptLanguage(),
    // Headers allow only these characters; a language name without a tag may have others.
    ...(chosen !== null && /^[\w -]+$/.test(chosen) && { [readsInHeader]: chosen }),
  }
}

/** Returns the `Accept-Language` value of a call. */
export function acceptLanguage(): string {
  return deviceReadsIn()
    .slice(0, 9)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=0.${10 - index}`))
    .join(',')
}

/** Stores the language for the next page; the open page keeps its own. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Without storage the choice is not stored.
  }
}

/**
 * Returns the locale for numbers, from the browser's region, so that it matches the keyboard. A language
 * without a region uses the interface's locale.
 */
export function deviceNumberLocale(): string {
  const tag = navigator.languages[0] ?? navigator.language
  try {
    const { language, region } = new Intl.Locale(tag)
    return region === undefined && isLanguage(language) ? locales[language] : tag
  } catch {
    // The browser reports an invalid tag.
    return spokenLocale()
  }
}

/**
 * Loads the messages of all screens except the login, with the first of those screens. A Spanish page has
 * them from the start.
 */
export async function loadAllMessages(): Promise<void> {
  await speaking
  if (spokenLanguage() !== 'en') return
  const { catalogue } = await import('#contract/messages/catalogue.ts')
  addTexts('en', catalogue)
}

/** Loads a screen's code together with its messages. */
export async function withMessages<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), loadAllMessages()])
  return loaded
}

/**
 * Sets the page's language before the first render; it never changes within a page. English is in the first
 * file (null: nothing to wait for). Other languages load separately; after a timeout, the page is English.
 */
export function applyDeviceLanguage(): Promise<void> | null {
  addTexts('en', firstWords)
  setNumberLocale(deviceNumberLocale)
  setReaderSource(deviceReadsForms)
  const language = pageLanguage()
  if (language === 'en') return null
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), messagesTimeout))
  // Without its messages the page stays English.
  const words = import('#contract/messages/es/catalogue.ts').catch(() => null)
  speaking = Promise.race([words, late]).then((loaded) => {
    if (!loaded) return
    addTexts(language, loaded.spanish)
    setLanguageSource(() => language)
    document.documentElement.lang = language
  })
  return speaking
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage there is no choice to read.
    return null
  }
}

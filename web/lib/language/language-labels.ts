import { perLanguage, spokenLocale } from '#contract/messages/spoken.ts'
import { allLanguages, languageName } from '#survey/languages.ts'
import { t } from './translate.ts'

/** Returns a language's name for the user; '' = the template's own, undeclared language. */
export function languageLabel(language: string): string {
  return language === '' ? t('form.ownLanguage') : capitalized(languageName(language, spokenLocale()))
}

/** Languages that a two-letter code does not identify. */
const further = ['en-GB', 'en-US', 'es-419', 'es-ES', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']

/** All choices, sorted by name. */
export const languageChoices = perLanguage((locale) => {
  const collator = new Intl.Collator(locale)
  return [...allLanguages(), ...further]
    .map((value) => ({ value, label: languageLabel(value) }))
    .sort((a, b) => collator.compare(a.label, b.label))
})

function capitalized(name: string): string {
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase(spokenLocale()) + rest.join('')
}

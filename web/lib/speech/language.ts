import { usualSettings } from '#contract/accounts/settings-choices.ts'
import { spokenLanguage, spokenLocale } from '#contract/messages/spoken.ts'
import { type DictationTag, dictationTags } from '#contract/rules/dictation-language.ts'
import { settingsRecord } from '#web/lib/settings/store.ts'

export interface Language {
  readonly tag: DictationTag
  readonly name: string
}

/** All dictation languages, sorted by name. */
export function dictationLanguages(): readonly Language[] {
  const names = new Intl.DisplayNames([spokenLocale()], { type: 'language', languageDisplay: 'standard' })
  return dictationTags
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .sort((a, b) => a.name.localeCompare(b.name, spokenLocale()))
}

/** Returns the account's choice; by default US English, or Spanish if the interface is Spanish. */
export function dictationLanguage(): DictationTag {
  const { dictation_language } = settingsRecord().chosen
  if (dictation_language) return dictation_language
  return spokenLanguage() === 'es' ? ownSpanish() : usualSettings.dictation_language
}

function ownSpanish(): DictationTag {
  const own = dictationTags.find((tag) => tag.startsWith('es-') && navigator.languages.includes(tag))
  return own ?? 'es-MX'
}

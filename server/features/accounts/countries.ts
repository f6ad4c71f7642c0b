import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { perLanguage } from '#contract/messages/spoken.ts'

/** Every country with a calling code, by name (spec §3 'Country code list item'), in the current language. */
export const countries = perLanguage((locale) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return getCountries()
    .map((code) => ({
      id: code,
      type: 'country_code',
      attributes: {
        emoji_flag: flagOf(code),
        name: names.of(code) ?? code,
        country_code: getCountryCallingCode(code),
      },
    }))
    .sort((a, b) => a.attributes.name.localeCompare(b.attributes.name, locale))
})

/** Two regional-indicator letters form a flag. */
function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
}

import { countryCodes } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '../http/query-client.ts'
import type { Phone } from './phone.ts'

/** Changes hardly ever: read once a visit. */
export const countriesQuery = { ...reading(countryCodes, {}), staleTime: Number.POSITIVE_INFINITY }

export type Country = ReplyOf<typeof countryCodes>['data'][number]

const stored = 'country'

/** '44' of a country. */
export function callingCode({ attributes }: Country): string {
  return attributes.country_code.replace(/\D/g, '')
}

/** Flag, code and name on one line; a system without flags shows two letters in their place. */
export function countryLine(country: Country): string {
  return `${country.attributes.emoji_flag} +${callingCode(country)} ${country.attributes.name}`
}

/** Of several countries with one code the device's own comes first: +1 is not Antigua to most. */
export function countryOfCode(countries: readonly Country[], code: string): Country | null {
  const fitting = countries.filter((one) => callingCode(one) === code)
  const likely = [deviceCountry(), mainCountries[code]]
  return fitting.find(({ id }) => likely.includes(id)) ?? fitting[0] ?? null
}

const mainCountries: Readonly<Record<string, string>> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 61: 'AU' }

/** The country that was chosen on this device, else the one that its language names. */
export function deviceCountry(): string {
  return localStorage.getItem(stored) ?? new Intl.Locale(navigator.language).region ?? 'US'
}

export function setDeviceCountry(id: string): void {
  localStorage.setItem(stored, id)
}

/**
 * A number that was sent before the list of countries came, and with it the country that its field begins with: waits
 * for the list. Without one, as where the person chose no country.
 */
export async function withDeviceCountry(phone: Phone): Promise<Phone> {
  if (phone.countryCode || !phone.phone.trim()) return phone
  // Nothing is owed: the field itself says that the list could not be had.
  const list = await queryClient.ensureQueryData(countriesQuery).catch(() => null)
  const country = list?.data.find(({ id }) => id === deviceCountry())
  return country ? { ...phone, countryCode: callingCode(country) } : phone
}

/** By name, however it is accented, or by the beginning of its code. */
export function findCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text)
  const digits = text.replace(/\D/g, '')
  if (wanted === '') return countries
  return countries.filter(
    (one) =>
      plain(one.attributes.name).includes(wanted) ||
      one.id.toLowerCase() === wanted ||
      (digits !== '' && callingCode(one).startsWith(digits)),
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

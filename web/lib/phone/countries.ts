import { countryCodes } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '../http/query-client.ts'
import type { Phone } from './phone.ts'

/** Rarely changes: read once per visit. */
export const countriesQuery = { ...reading(countryCodes, {}), staleTime: Number.POSITIVE_INFINITY }

export type Country = ReplyOf<typeof countryCodes>['data'][number]

const stored = 'country'

/** The calling code without '+', such as '44'. */
export function callingCode({ attributes }: Country): string {
  return attributes.country_code.replace(/\D/g, '')
}

/** Flag, code and name on one line; a system without flag emoji shows two letters. */
export function countryLine(country: Country): string {
  return `${country.attributes.emoji_flag} +${callingCode(country)} ${country.attributes.name}`
}

/** Returns the country of a code. If several share it, as with +1, the device's own comes first. */
export function countryOfCode(countries: readonly Country[], code: string): Country | null {
  const fitting = countries.filter((one) => callingCode(one) === code)
  const likely = [deviceCountry(), mainCountries[code]]
  return fitting.find(({ id }) => likely.includes(id)) ?? fitting[0] ?? null
}

const mainCountries: Readonly<Record<string, string>> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 61: 'AU' }

/** Returns the country chosen on this device, else that of its language. */
export function deviceCountry(): string {
  return localStorage.getItem(stored) ?? new Intl.Locale(navigator.language).region ?? 'US'
}

export function setDeviceCountry(id: string): void {
  localStorage.setItem(stored, id)
}

/**
 * Adds the default country to a number that was submitted before the list of countries loaded. Without the
 * list, the number is returned unchanged.
 */
export async function withDeviceCountry(phone: Phone): Promise<Phone> {
  if (phone.countryCode || !phone.phone.trim()) return phone
  // The field itself reports that the list failed to load.
  const list = await queryClient.ensureQueryData(countriesQuery).catch(() => null)
  const country = list?.data.find(({ id }) => id === deviceCountry())
  return country ? { ...phone, countryCode: callingCode(country) } : phone
}

/** Finds countries by name, ignoring accents, or by the start of their code. */
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

import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { type Country, countryOfCode, deviceCountry, findCountries, setDeviceCountry } from './countries.ts'

const countries: Country[] = [
  ['AG', '🇦🇬', 'Antigua & Barbuda', '1'],
  ['CI', '🇨🇮', 'Côte d’Ivoire', '225'],
  ['DE', '🇩🇪', 'Germany', '49'],
  ['CA', '🇨🇦', 'Canada', '1'],
  ['US', '🇺🇸', 'United States', '1'],
].map(([id = '', emoji_flag = '', name = '', country_code = '']) => ({
  id,
  type: 'country_code',
  attributes: { emoji_flag, name, country_code },
}))

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('navigator', { language: 'de-DE' })
})

test.each([
  ['cote', ['CI']],
  ['united', ['US']],
  ['+22', ['CI']],
  ['1', ['AG', 'CA', 'US']],
  ['de', ['DE']],
  ['atlantis', []],
])('%j finds %j', (text, ids) => {
  expect(findCountries(countries, text).map(({ id }) => id)).toEqual(ids)
})

test('of countries that share a code, the chosen or largest comes first', () => {
  expect(countryOfCode(countries, '1')?.id).toBe('US')
  setDeviceCountry('CA')
  expect(countryOfCode(countries, '1')?.id).toBe('CA')
  expect(countryOfCode(countries, '999')).toBeNull()
})

test('the device’s language determines its country until one is chosen', () => {
  expect(deviceCountry()).toBe('DE')
  setDeviceCountry('CA')
  expect(deviceCountry()).toBe('CA')
})

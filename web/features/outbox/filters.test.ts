import { expect, test } from 'vitest'
import { addressOf, filtersOf, isFiltering, listQuery, noFilters } from './filters.ts'

const read = (address: string) => filtersOf(new URL(address, 'http://x').searchParams)

test('round-trips through the URL', () => {
  const filters = { to: '+1 555 & co', channel: 'sms', status: 'failed', page: 3 } as const
  expect(read(addressOf(filters))).toEqual(filters)
  expect(addressOf(noFilters)).toBe('/Emaildeliverability')
})

test('ignores invalid values in the URL', () => {
  expect(read('/Emaildeliverability?channel=fax&status=lost&page=-1')).toEqual(noFilters)
})

test('queries only what is set', () => {
  expect(listQuery({ ...noFilters, to: ' ann ' })).toEqual({ to: 'ann', page: '1' })
  expect(isFiltering({ ...noFilters, page: 4 })).toBe(false)
  expect(isFiltering({ ...noFilters, status: 'sent' })).toBe(true)
})

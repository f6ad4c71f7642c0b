import { expect, test } from 'vitest'
import { addressOf, everything, filtersOf, isFiltering, listQuery } from './filters.ts'

const read = (address: string) => filtersOf(new URL(address, 'http://x').searchParams)

test('filters survive the way through the address', () => {
  const filters = { to: '+1 555 & co', channel: 'sms', status: 'failed', page: 3 } as const
  expect(read(addressOf(filters))).toEqual(filters)
  expect(addressOf(everything)).toBe('/Emaildeliverability')
})

test('what an address says wrongly counts as not said', () => {
  expect(read('/Emaildeliverability?channel=fax&status=lost&page=-1')).toEqual(everything)
})

test('only what is wanted is asked for', () => {
  expect(listQuery({ ...everything, to: ' ann ' })).toEqual({ to: 'ann', page: '1' })
  expect(isFiltering({ ...everything, page: 4 })).toBe(false)
  expect(isFiltering({ ...everything, status: 'sent' })).toBe(true)
})

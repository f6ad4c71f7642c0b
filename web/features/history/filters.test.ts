import fc from 'fast-check'
import { expect, test } from 'vitest'
import { surveyWire } from '#web/testing/fake-offline.ts'
import {
  addressOf,
  type Filters,
  filterOnDevice,
  filtersOf,
  hasFilter,
  isFiltering,
  listQuery,
  noFilters,
  pageBefore,
} from './filters.ts'
import { sortKeys } from './sorting.ts'

const none: Filters = { ...noFilters, sort: null, page: 1 }

function read(text: string): Filters {
  return filtersOf(new URLSearchParams(text))
}

test('reads an address without filters as the first page of all surveys', () => {
  expect(read('')).toEqual(none)
  expect(addressOf(none)).toBe('/dashboard')
  expect(isFiltering(none)).toBe(false)
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999999', 'from=2024-02-01'])(
  'ignores %s',
  (text) => expect(read(text)).toEqual(none),
)

test.each([
  'from=2024-02-30&to=2024-03-01',
  'from=2024-03-02&to=2024-03-01',
  'from=01-02-2024&to=01-03-2024',
])('does not read %s as a range', (text) => expect(read(text)).toEqual(none))

test('sends a range of one day as DD-MM-YYYY with the time zone', () => {
  const filters = read('from=2024-02-29&to=2024-02-29&page=3&search=+north+')
  expect(listQuery(filters, 'Europe/Berlin')).toEqual({
    per_page: '10',
    page: '3',
    search_query: 'north',
    order: 'edited',
    start_date: '29-02-2024',
    end_date: '29-02-2024',
    time_zone: 'Europe/Berlin',
  })
})

test('reads back what it writes into the address', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const range = fc.option(fc.tuple(day, day), { nil: null }).map((days) => {
    const [from = null, to = null] = days ? [...days].sort() : []
    return { from, to }
  })
  const filters = fc
    .tuple(
      fc.record({
        search: fc.string({ maxLength: 60 }),
        template: fc.string({ maxLength: 60 }),
        creator: fc.string({ maxLength: 60 }),
        address: fc.string({ maxLength: 60 }),
        page: fc.integer({ min: 1, max: 100_000 }),
        state: fc.constantFrom(null, 'Started' as const, 'Completed' as const),
        sort: fc.option(fc.record({ by: fc.constantFrom(...sortKeys), descending: fc.boolean() }), {
          nil: null,
        }),
      }),
      range,
    )
    .map(([rest, days]) => ({ ...rest, ...days }))
  fc.assert(
    fc.property(filters, (given) => {
      expect(filtersOf(new URL(addressOf(given), 'http://x').searchParams)).toEqual(given)
    }),
  )
})

test.each([
  [2, 1, 1],
  [5, 4, 4],
  [9, 2, 2],
  [2, 0, 1],
])('steps back from an empty page %i of %i to %i', (page, total, back) => {
  expect(pageBefore(page, total)).toBe(back)
})

test("filters the device's list by template, creator and part of an address", () => {
  const listed = (id: string, about: object) => ({
    ...surveyOf(id),
    attributes: { ...surveyWire(), ...about },
  })
  const surveys = [
    listed('a', { survey_template_name: 'Wiring', created_by: 'Ana Ruiz', address: '12 Café Street' }),
    listed('b', { survey_template_name: 'Wiring', created_by: 'Bo Lund', address: '9 Hill Road' }),
    listed('c', { survey_template_name: 'Roof', created_by: 'Ana Ruiz', status: 'Completed' as const }),
  ]
  const found = (asked: Partial<Filters>) =>
    filterOnDevice(surveys, { ...none, ...asked }).map(({ id }) => id)
  expect(found({})).toEqual(['a', 'b', 'c'])
  expect(found({ template: 'Wiring' })).toEqual(['a', 'b'])
  expect(found({ creator: 'Ana Ruiz' })).toEqual(['a', 'c'])
  expect(found({ creator: 'Ana Ruiz', state: 'Completed' })).toEqual(['c'])
  expect(found({ address: ' cafe ' })).toEqual(['a'])
  expect(hasFilter({ ...none, address: 'hill' })).toBe(true)
  expect(hasFilter({ ...none, search: 'hill' })).toBe(false)
})

function surveyOf(id: string) {
  return { id, here: true, gone: false, state: 'on the server' as const }
}

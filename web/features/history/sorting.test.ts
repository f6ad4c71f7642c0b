import { expect, test } from 'vitest'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { surveyWire } from '#web/testing/fake-offline.ts'
import { formatSort, nextSort, parseSort, type Sort, sortKeys, sortSurveys } from './sorting.ts'

function survey(name: string, change: object = {}): DeviceSurvey {
  const attributes = { ...surveyWire(), survey_name: name, ...change }
  return { id: name, attributes, here: true, state: 'on the server', gone: false }
}

const all = [
  survey('Unit 10', { progress: '9% completed', date_created: '2026-03-01T00:00:00.000Z' }),
  survey('unit 2', { progress: '80% completed', date_created: '2026-01-01T00:00:00.000Z' }),
  survey('Élan', { progress: 'Completed', status: 'Completed', date_created: '2026-02-01T00:00:00.000Z' }),
]

function names(sort: Sort | null): readonly string[] {
  return sortSurveys(all, sort).map(({ id }) => id)
}

test('sorts names alphabetically and numbers in names by value', () => {
  expect(names({ by: 'name', descending: false })).toEqual(['Élan', 'unit 2', 'Unit 10'])
  expect(names({ by: 'name', descending: true })).toEqual(['Unit 10', 'unit 2', 'Élan'])
})

test('sorts dates and progress by value', () => {
  expect(names({ by: 'created', descending: true })).toEqual(['Unit 10', 'Élan', 'unit 2'])
  expect(names({ by: 'progress', descending: true })).toEqual(['Élan', 'unit 2', 'Unit 10'])
})

test('puts accepted reports first by state and surveys without an address last in both directions', () => {
  const some = [
    survey('a', { address: '' }),
    survey('b', { status: 'Completed', review_state: 'accepted', address: '9 Oak St' }),
    survey('c', { status: 'Started', review_state: 'sent_back', address: '10 Oak St' }),
    survey('d', { status: 'Completed', address: '1 Elm St' }),
  ]
  const order = (sort: Sort) => sortSurveys(some, sort).map(({ id }) => id)
  expect(order({ by: 'state', descending: true })).toEqual(['b', 'd', 'c', 'a'])
  expect(order({ by: 'address', descending: false })).toEqual(['d', 'b', 'c', 'a'])
  expect(order({ by: 'address', descending: true })).toEqual(['c', 'b', 'd', 'a'])
})

test('keeps the order of equal surveys', () => {
  expect(names({ by: 'owner', descending: true })).toEqual(names(null))
})

test('cycles a column through both directions and the default order', () => {
  const first = nextSort(null, 'created')
  const second = nextSort(first, 'created')
  expect([first, second, nextSort(second, 'created')]).toEqual([
    { by: 'created', descending: true },
    { by: 'created', descending: false },
    null,
  ])
  expect(nextSort(first, 'name')).toEqual({ by: 'name', descending: false })
})

test('reads back an order from the address and ignores invalid values', () => {
  for (const by of sortKeys)
    for (const descending of [false, true]) {
      const sort = { by, descending }
      expect(parseSort(formatSort(sort) ?? '')).toEqual(sort)
    }
  for (const text of ['', '-', 'size', '--name']) expect(parseSort(text)).toBe(null)
  expect(formatSort(null)).toBe(null)
})

import { expect, test } from 'vitest'
import type { ListPage } from '#web/offline/list/store-page.ts'
import { surveyWire } from '#web/testing/fake-offline.ts'
import { noFilters } from './filters.ts'
import { serverPage } from './use-history.ts'

const everything = { search: '', from: null, before: null }
const unsorted = { ...noFilters, sort: null }
const emptyDevice = { surveys: [], deleted: new Set<string>(), forgotten: new Set<string>() }

const page = {
  data: ['Hill House', 'Riverside'].map((name) => ({
    id: name,
    type: 'user_survey',
    attributes: { ...surveyWire(), survey_name: name },
  })),
  meta: { current_page: 1, total_pages: 1, total_count: 2 },
} as unknown as ListPage

function shown(known: Partial<typeof emptyDevice>) {
  const { surveys, count } = serverPage(page, { ...emptyDevice, ...known }, everything, unsorted)
  return { names: surveys.map(({ id }) => id), count }
}

test('shows the server’s page unchanged if this device has no other changes', () => {
  expect(shown({})).toEqual({ names: ['Hill House', 'Riverside'], count: 2 })
})

test('neither shows nor counts surveys that wait for deletion or were deleted after the page loaded', () => {
  const without = { names: ['Hill House'], count: 1 }
  expect(shown({ deleted: new Set(['Riverside']) })).toEqual(without)
  expect(shown({ forgotten: new Set(['Riverside']) })).toEqual(without)
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listSurveys } from '../surveys/surveys.ts'
import { fitsFilter, newestFirst, surveyFilter } from './survey-list.ts'
import { examples, listed } from './survey-list-examples.ts'

const rows = listed.map((row, place) => ({ ...row, id: `id-${place}` }))

test.each(examples)('the device finds $finds by $query', ({ query, finds }) => {
  const filter = surveyFilter(z.parse(listSurveys.query ?? z.never(), query))
  const found = rows.filter((row) => fitsFilter(row, filter)).sort(newestFirst)
  expect(found.map(({ id }) => Number(id.slice(3)))).toEqual(finds)
})

test('of two surveys created at the same moment, the later id comes first', () => {
  const at = listed[0].date_created
  const ids = ['b', 'c', 'a'].map((id) => ({ id, date_created: at })).sort(newestFirst)
  expect(ids.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

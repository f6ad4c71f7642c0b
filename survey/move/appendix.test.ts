import { expect, test } from 'vitest'
import { forGuests } from '../for-guests.ts'
import { progressText } from '../progress.ts'
import { reportOf } from '../report.ts'
import { type FieldSource, type SectionSource, templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'
import { moveSurvey } from './move.ts'

const version = (number: number, ...sections: SectionSource[]) =>
  templateFrom({
    ...{ series: '019b0000-0000-7000-8000-0000000000ab', version: number, name: 'Closets' },
    sections,
  })
const closet = (...fields: FieldSource[]): SectionSource => ({ key: 'closet', name: 'Closet', fields })
const roof = (...fields: FieldSource[]): SectionSource => ({ key: 'roof', name: 'Roof', fields })
const idf = { key: 'idf', name: 'IDF present', type: 'yes_no', mandatory: true } as const
const rack = { key: 'rack', name: 'Rack', type: 'text', media: true, mandatory: true } as const
const gate = { key: 'gate', name: 'Gate code', type: 'text', internal: true, media: true } as const
const where = { key: 'where', name: 'Where', type: 'position' } as const

const old = version(1, closet(idf, rack, gate), roof({ key: 'hatch', name: 'Hatch', type: 'text' }, where))
const bare = version(2, closet(idf))
const filled = () =>
  open(old)
    .answer('Closet', 'IDF present', 'Yes')
    .answer('Closet', 'Rack', 'R-7')
    .photo('Closet', 'Rack', 'The rack')
    .answer('Closet', 'Gate code', '4711')
    .photo('Closet', 'Gate code', 'Key box')
    .answer('Roof', 'Hatch', 'Stuck')
    .answer('Roof', 'Where', '51.5 -0.1 5').survey
const moved = () => moveSurvey(filled(), bare)

function reportRows(survey = moved(), options = {}) {
  const { sections, photoCount } = reportOf(survey, options)
  const rows = sections.flatMap(({ name, parts }) =>
    parts.flatMap(({ heading, rows: all }) =>
      all.map(({ label, value, figures, internal }) =>
        [name, heading, label, value, ...figures.map((one) => one.label), internal && 'internal']
          .filter((word) => word)
          .join(' / '),
      ),
    ),
  )
  return { rows, photoCount }
}

test('lists answers without a place at the end of the report under their original part', () => {
  expect(reportRows()).toEqual({
    rows: [
      'Closet / IDF present / Yes',
      'Earlier answers / Closet / Rack / R-7 / Photo 1',
      'Earlier answers / Roof / Hatch / Stuck',
      expect.stringContaining('Earlier answers / Roof / Where'),
    ],
    photoCount: 1,
  })
})

test('shows internal answers to the owner, and neither them nor positions to guests', () => {
  expect(reportRows(moved(), { showInternal: true }).rows).toContain(
    'Earlier answers / Closet / Gate code / 4711 / Photo 2 / internal',
  )
  const guest = reportRows({ ...moved(), showInternal: true }, { forGuests: true })
  expect(guest).toEqual({
    rows: [
      'Closet / IDF present / Yes',
      'Earlier answers / Closet / Rack / R-7 / Photo 1',
      'Earlier answers / Roof / Hatch / Stuck',
    ],
    photoCount: 1,
  })
  expect(JSON.stringify(forGuests(moved()))).not.toMatch(/"4711"|Key box|51\.5/)
})

test('hides an earlier answer from guests if its field is internal in the current version', () => {
  const secret = version(2, closet(idf, { ...rack, type: 'date', internal: true }))
  const survey = moveSurvey(filled(), secret)
  expect(reportRows(survey, { forGuests: true }).rows.join()).not.toContain('R-7')
  expect(reportRows(survey).rows.join()).not.toContain('R-7')
})

test('does not count toward progress and is absent without a move', () => {
  expect(progressText(moved())).toBe('100% completed')
  expect(reportRows(filled()).rows.join()).not.toContain('Earlier answers')
  expect(reportRows(moveSurvey(moved(), version(3, closet(idf, rack, gate)))).rows).toContain(
    'Closet / Rack / R-7 / Photo 1',
  )
})

import { expect, test } from 'vitest'
import { setAnswer } from './edit/change.ts'
import { reportOf } from './report.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

function filled() {
  return open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A ')
    .answer('Building', 'Units', '40')
    .photo('Building', 'Notes', ' North face ')
    .addSimilar('Building')
    .photo('Building 2', 'Notes')
    .photo('Building 2', 'Notes')
    .answer('Floor', 'Wiring', 'Fiber', 'Copper')
}

test('contains every section and field, and headings for repeated sections', () => {
  const report = reportOf(filled().survey)
  expect(report.sections.map(({ name }) => name)).toEqual(['Building', 'Floor', 'MDF Info'])
  expect(report.sections[0]?.parts.map(({ heading }) => heading)).toEqual(['Tower A', 'Building 2'])
  expect(report.sections[1]?.parts.map(({ heading }) => heading)).toEqual([null])
  expect(report.sections[1]?.parts[0]?.rows[2]).toMatchObject({ label: 'Wiring', value: 'Copper, Fiber' })
  expect(report.sections[2]?.parts[0]?.rows.map(({ value }) => value)).toEqual(['', '', ''])
  expect(report).toMatchObject({
    progress: '37% completed',
    photoCount: 3,
    videoCount: 0,
  })
})

test('uses titles as headings, also for a single part', () => {
  const { survey } = filled()
  const title = (index: number, place: number, value: string) => {
    const part = survey.sections[index]?.subSections[place]
    return { id: part?.id ?? '', answer: part?.title.id ?? '', value }
  }
  const titled = [title(0, 1, ' Gate\nhouse '), title(2, 0, 'Basement')].reduce(
    (now, { id, answer, value }) => setAnswer(now, id, answer, { value, at: '2026-05-01T10:00:00Z' }),
    survey,
  )
  const headings = reportOf(titled).sections.map(({ parts }) => parts.map(({ heading }) => heading))
  expect(headings).toEqual([['Tower A', 'Gate house'], [null], ['Basement']])
})

test('numbers figures through the whole report', () => {
  const report = reportOf(filled().survey)
  const figures = report.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) => rows.flatMap((row) => row.figures)),
  )
  expect(figures.map(({ label, caption }) => [label, caption])).toEqual([
    ['Photo 1', 'North face'],
    ['Photo 2', ''],
    ['Photo 3', ''],
  ])
})

test('keeps fields with a photo and drops empty parts and sections if empty fields are hidden', () => {
  const report = reportOf(filled().survey, { hideEmpty: true })
  expect(report.sections.map(({ name }) => name)).toEqual(['Building', 'Floor'])
  const rows = report.sections[0]?.parts.map((part) => part.rows.map(({ label }) => label))
  expect(rows).toEqual([['Building name', 'Units', 'Notes'], ['Notes']])
})

test('omits figures but keeps their counts without media', () => {
  const report = reportOf(filled().survey, { showMedia: false, hideEmpty: true })
  expect(report.photoCount).toBe(3)
  expect(report.sections[0]?.parts.map(({ heading, rows }) => [heading, rows.length])).toEqual([
    ['Tower A', 2],
  ])
})

import { expect, test } from 'vitest'
import { forGuests, isForGuests } from './for-guests.ts'
import { progressText } from './progress.ts'
import { type ReportDocument, reportOf } from './report.ts'
import type { Survey } from './survey.ts'
import { internalTemplate } from './testing/internal-template.ts'
import { richTemplate } from './testing/rich-template.ts'
import { open } from './testing/scenario.ts'

const secrets = ['4711', '4712', '9424', 'Tool shed', 'Under the mat', 'Box 77', 'Guard post', 'Key hook']

function gatedSite() {
  return open(internalTemplate)
    .answer('Site', 'Site name', 'Harbor gate')
    .photo('Site', 'Site name', 'The gate')
    .answer('Site', 'Gate code', '4711')
    .photo('Site', 'Gate code', 'Box 77')
    .answer('Site', 'Guarded', 'Yes')
    .answer('Site', 'Number of guards', '2')
    .answer('Site', 'Shed that is never locked', 'Tool shed')
    .answer('Site', 'Wiring', 'Copper')
    .answer('Doors', 'Keys', 'Under the mat')
    .photo('Doors', 'Keys', 'Key hook')
    .answer('Rooms', 'Nearest shed', 'Tool shed')
    .answer('Rooms', 'Overview', 'Two rooms')
    .photo('Rooms', 'Overview', 'From the door')
}

const labels = ({ sections }: ReportDocument) =>
  sections.flatMap(({ name, parts }) => [
    name,
    ...parts.flatMap(({ rows }) => rows.map(({ label }) => label)),
  ])

test('hides internal answers and everything derived from them from guests', () => {
  const { survey } = gatedSite()
  const report = reportOf({ ...survey, showInternal: true, showPositions: true }, { forGuests: true })
  expect(labels(report)).toEqual(['Site', 'Site name', 'Wiring', 'Remarks', 'Rooms', 'Overview'])
  const text = JSON.stringify([report, forGuests(survey)])
  for (const secret of secrets) expect(text.replaceAll(survey.id, '')).not.toContain(`"${secret}`)
  expect(report.photoCount).toBe(2)
})

test('keeps the figure numbers of the full report', () => {
  const { survey } = gatedSite()
  const figures = (report: ReportDocument) =>
    report.sections.flatMap(({ parts }) =>
      parts.flatMap(({ rows }) => rows.flatMap((row) => row.figures.map((one) => [one.label, one.caption]))),
    )
  expect(figures(reportOf(survey, { forGuests: true }))).toEqual([
    ['Photo 1', 'The gate'],
    ['Photo 4', 'From the door'],
  ])
  expect(figures(reportOf(survey, { showInternal: true }))).toHaveLength(4)
})

test('does not reveal in the progress whether an internal answer exists', () => {
  const play = open(internalTemplate).answer('Site', 'Site name', 'Harbor gate')
  const text = (survey: Survey) => reportOf(survey, { forGuests: true }).progress
  expect([text(play.survey), progressText(play.survey)]).toEqual(['50% completed', '33% completed'])
  play.answer('Site', 'Gate code', '4711')
  expect([text(play.survey), progressText(play.survey)]).toEqual(['50% completed', '66% completed'])
})

test("omits or marks internal answers in the owner's report, as chosen", () => {
  const { survey } = gatedSite()
  expect(labels(reportOf(survey))).toEqual(['Site', 'Site name', 'Wiring', 'Remarks', 'Rooms', 'Overview'])
  const whole = reportOf({ ...survey, showInternal: true })
  const rows = whole.sections.flatMap(({ parts }) => parts.flatMap((part) => part.rows))
  expect(rows.filter(({ internal }) => internal).map(({ label }) => label)).toEqual([
    'Gate code',
    'Guarded',
    'Number of guards',
    'Sum of the code',
    'Twice the sum',
    'Shed that is never locked',
    'Keys',
    'Nearest shed',
  ])
  expect(rows.filter(({ internal }) => !internal)).toHaveLength(4)
})

test('shows positions to guests only if the owner enables it', () => {
  const { survey } = open(richTemplate)
  const door = survey.sections[0]?.subSections[0]?.answers.find(({ field }) => field.name === 'Door')
  if (!door) throw new Error('no door')
  expect(isForGuests(survey, door)).toBe(false)
  expect(isForGuests({ ...survey, showPositions: true }, door)).toBe(true)
  expect(labels(reportOf(survey))).toContain('Door')
})

// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#contract/media/media-item.ts'
import { type ReportOptions, reportOf } from '#survey/report.ts'
import { templateFrom } from '#survey/template-source.ts'
import { internalTemplate } from '#survey/testing/internal-template.ts'
import { richTemplate } from '#survey/testing/rich-template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { open, type Scenario } from '#survey/testing/scenario.ts'
import { db } from '#web/offline/store/database.ts'
import { account } from '#web/testing/fake-offline.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { picturesOnDevice } from './figure-sources.ts'
import { ReportView } from './report-view.tsx'

/** Without layout nothing intersects; without an observer every picture counts as near. */
vi.hoisted(() => vi.stubGlobal('IntersectionObserver', undefined))
/** Pictures are read from the store, which takes longer on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

afterEach(async () => {
  cleanup()
  await db.shown.clear()
})

interface Shown extends ReportOptions {
  /** The server's data of photos and videos, by position in the report. */
  readonly items?: readonly Partial<MediaItem>[]
  readonly note?: string
}

/** Renders the report of a survey on this device. */
function draw({ survey }: Scenario, { items = [], note = '', ...options }: Shown = {}): void {
  const report = reportOf(survey, options)
  const ids = report.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) => rows.flatMap(({ figures }) => figures.map(({ mediaId }) => mediaId))),
  )
  const known = new Map(items.map((item, index) => [ids[index] ?? '', itemOf(ids[index] ?? '', item)]))
  const media = { account, items: known, files: new Map(), drawings: new Map() }
  render(<ReportView report={report} pictures={picturesOnDevice(media, new Map())} note={note} />)
}

function itemOf(id: string, over: Partial<MediaItem>): MediaItem {
  return {
    ...{ id, media_id: 'upload', filename: 'IMG_0001.jpg', content_type: 'image/jpeg', byte_size: 4 },
    ...{ created_at: '2026-01-05T08:00:00.000Z', description: '', url: `https://files.test/${id}.jpg` },
    ...{ thumbnail_url: null, original_url: '', width: 40, height: 30, duration: null, taken_at: null },
    ...{ position: null, ...over },
  }
}

const filled = () =>
  open(sampleTemplate).answer('Building', 'Building name', 'Tower A').answer('Building', 'Units', '40')

/** The table of a section, by the section's name. */
const section = (name: string | RegExp) =>
  within(screen.getByRole('heading', { level: 2, name }).closest('table') as HTMLElement)
/** Each row of a table: its label and its value; a unit's heading has no value. */
const rowsOf = (table: ReturnType<typeof section>) =>
  table
    .getAllByRole('rowheader')
    .map((label) => [
      label.textContent,
      ...(label.nextElementSibling ? [label.nextElementSibling.textContent] : []),
    ])

test('shows each field of a section in a row under its label, and a dash without an answer', () => {
  draw(filled())
  expect(rowsOf(section('2 Floor'))).toEqual([
    ['Building', '–'],
    ['Floor name', '–'],
    ['Wiring', '–'],
    ['Access', '–'],
    ['Riser', '–'],
  ])
  expect(rowsOf(section('1 Building')).slice(1)).toEqual([
    ['Building name', 'Tower A'],
    ['Units', '40'],
    ['Notes', '–'],
  ])
})

test('heads the rows of each unit with its name', () => {
  draw(filled().addSimilar('Building'))
  const table = section('1 Building')
  expect(table.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Tower A',
    'Building 2',
  ])
  const [first] = table.getAllByRole('rowgroup').slice(1)
  expect(within(first as HTMLElement).getAllByRole('row')).toHaveLength(4)
})

test('links its contents to the sections, in order', () => {
  draw(filled())
  const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Building', 'Floor', 'MDF Info'])
  const targets = links.map((link) => document.querySelector(link.getAttribute('href') ?? ''))
  expect(targets.map((target) => target?.querySelector('h2')?.textContent)).toEqual([
    '1 Building',
    '2 Floor',
    '3 MDF Info',
  ])
})

test('omits empty fields and sections if the survey hides them', () => {
  draw(filled(), { hideEmpty: true })
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(rowsOf(section('1 Building'))).toEqual([['Tower A'], ['Building name', 'Tower A'], ['Units', '40']])
})

test('says that nothing was recorded in a section without rows', () => {
  const series = '019b0000-0000-7000-8000-0000000000c4'
  const fields = [{ key: 'mind', name: 'Mind the step', type: 'note' }] as const
  const sections = [{ key: 'door', name: 'Door', fields }]
  draw(open(templateFrom({ series, name: 'Doors', version: 1, sections })))
  section('1 Door').getByRole('cell', { name: 'Nothing was recorded in this section.' })
})

test('says that a survey without sections is empty', () => {
  draw(open({ ...sampleTemplate, sections: [] }))
  screen.getByText('This survey has no sections yet.')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('lists copied answers that nobody checked before the others, until they are checked', () => {
  const floors = filled().fillMandatory().addSimilar('Floor').copyAll('Floor', 'Floor name')
  draw(floors)
  const rows = () => rowsOf(section('2 Floor')).filter(([label]) => label === 'Copied, not checked')
  expect(rows()).toEqual([['Copied, not checked', 'Building, Wiring']])
  cleanup()
  draw(floors.check('Floor', 'Building'))
  expect(rows()).toEqual([['Copied, not checked', 'Wiring']])
})

test('marks internal answers and warns on the cover, but never shows them to guests', () => {
  const survey = open(internalTemplate).answer('Site', 'Gate code', '4711')
  draw(survey, { showInternal: true })
  expect(rowsOf(section('1 Site'))).toContainEqual(['Gate codeNot in the customer’s report', '4711'])
  screen.getByText('This report contains internal answers. Do not give it to the customer.')
  cleanup()
  draw(survey, { showInternal: true, forGuests: true })
  expect(screen.getByRole('article').textContent).not.toMatch(/Gate code|4711|internal/)
})

test('shows a photo with its number and caption, and opens it at full size in a new tab', async () => {
  draw(filled().photo('Building', 'Notes', 'North face'), {
    items: [{ url: 'https://files.test/large.jpg' }],
  })
  const link = () => section('1 Building').getByRole('link', { name: 'North face' })
  await waitFor(() => expect(link().querySelector('img')?.src).toBe('https://files.test/large.jpg'))
  expect(link().getAttribute('href')).toBe('https://files.test/large.jpg')
  expect(link().getAttribute('target')).toBe('_blank')
  expect(section('1 Building').getByRole('figure').textContent).toBe('Photo 1 North face')
})

test('names a photo without a caption by its number, and shows no dash for its field', () => {
  draw(filled().photo('Building', 'Notes'), { items: [{}] })
  section('1 Building').getByRole('img', { name: 'Photo 1' })
  expect(rowsOf(section('1 Building')).at(-1)).toEqual(['Notes', ''])
})

test("shows this device's copy of a photo in preference to the server's", async () => {
  const survey = filled().photo('Building', 'Notes')
  const { id } = survey.find('Building', 'Notes').answer.media[0] ?? { id: '' }
  const bytes = { bytes: new ArrayBuffer(4), type: 'image/png', size: 4, keptAt: '' }
  await db.shown.add({ account, id, survey: survey.survey.id, ...bytes })
  draw(survey, { items: [{}] })
  await waitFor(() => expect(document.querySelector('img')?.src).toMatch(/^blob:/))
})

test('says that a photo is not on this device if neither device nor server has it', async () => {
  draw(filled().photo('Building', 'Notes'), { items: [{}] })
  await waitFor(() => expect(document.querySelector('img')).not.toBeNull())
  fireEvent.error(document.querySelector('img') as HTMLImageElement)
  await section('1 Building').findByRole('link', { name: 'This photo is not on this device.' })
})

test('links to a video instead of playing it', () => {
  draw(filled().video('Building', 'Notes'), { items: [{ url: 'https://files.test/tour.mp4' }] })
  const links = section('1 Building').getAllByRole('link', { name: 'Watch Video 1' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('https://files.test/tour.mp4'))
})

test('links to the map of a position', () => {
  const door = open(richTemplate).answer('Room', 'Door', '40.7128 -74.006')
  draw(door)
  expect(section('1 Room').getByRole('link', { name: 'Open the map' }).getAttribute('href')).toContain(
    'mlat=40.7128&mlon=-74.006',
  )
})

test('shows long and right-to-left answers whole, each in its own cell', () => {
  const long = `Riser ${'behind the second door '.repeat(60)}of the lobby`
  draw(open(sampleTemplate).answer('Building', 'Building name', 'בניין 5').answer('Building', 'Notes', long))
  section('1 Building').getByRole('cell', { name: 'בניין 5' })
  section('1 Building').getByRole('cell', { name: long })
})

test('describes the survey on the cover, with a note about unsent changes', () => {
  draw(filled().photo('Building', 'Notes').video('Building', 'Notes'), {
    note: 'One change had not arrived.',
  })
  const cover = within(screen.getByRole('banner'))
  cover.getByRole('heading', { level: 1, name: 'Harbor View' })
  expect(
    cover.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  ).toEqual(
    expect.arrayContaining([
      ['Property owner', 'Dana Reed'],
      ['Created by', 'Sam Ortiz'],
      ['Attachments', '1 photo, 1 video'],
    ]),
  )
  cover.getByText('One change had not arrived.')
})

test('speaks Spanish', () => {
  speakSpanish()
  draw(filled().photo('Building', 'Notes'), { items: [{}] })
  screen.getByRole('navigation', { name: 'Contenido' })
  section('1 Building').getByRole('img', { name: 'Foto 1' })
})

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPhoto, mediaCounts } from '#contract/media/media.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { guestPdfDownload, guestSection, guestZip } from '#contract/sharing/guests.ts'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { signTicket } from '#server/http/ticket.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { holderOf, share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  detailOf,
  readSurvey,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { dataStart, fromBuffer, listZip } from '#server/testing/unzipped.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let item: MediaItem
let link: { readonly id: string }
let original: Buffer
/** A guest's address from before the drawing. */
let earlier: string

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
  const started = await startSurvey(owner)
  original = await plain('#00a000')
  const { photo_details } = await attach(owner, detailOf(started, 'Building', 'Notes').id, [
    photoPart(original),
    photoPart(await plain('#00b000')),
  ])
  const [photo] = photo_details
  if (!photo) throw new Error('No photo')
  link = await share(owner, started.id)
  earlier = await addressFor('view', photo.id)
  const fields = {
    user_survey_media_id: photo.media_id,
    photo_id: photo.id,
    shapes: JSON.stringify([{ kind: 'blur', x1: 0, y1: 0, x2: 1, y2: 1 }]),
    drawn_at: new Date().toISOString(),
  }
  const bytes = await plain('#c00000')
  const file = { part: 'drawing', filename: 'd.jpg', type: 'image/jpeg', bytes }
  const drawn = await owner.api.upload(drawPhoto, Object.entries(fields), [file])
  expect(drawn.status).toBe(200)
  item = drawn.body.data
  survey = await readSurvey(owner, started.id)
})
afterAll(() => here.close())

function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

async function addressFor(
  rendition: 'view' | 'thumb' | 'report' | 'original' | 'unmarked',
  subject: string,
): Promise<string> {
  const holder = { link: await holderOf(here, link.id) }
  const { ticketKey, clock } = here.context
  return `/api/files/media/${signTicket(ticketKey, { what: 'media', subject, rendition, holder }, clock())}`
}

async function colorOf(bytes: Buffer): Promise<'green' | 'red'> {
  const { dominant } = await sharp(bytes).stats()
  return dominant.g > dominant.r ? 'green' : 'red'
}

async function colorAt(address: string | null | undefined) {
  const { statusCode, rawPayload } = await here.api.open(address ?? '')
  return statusCode === 200 ? colorOf(rawPayload) : statusCode
}

async function unzipped(address: string): Promise<ReadonlyMap<string, Buffer>> {
  const { rawPayload } = await here.api.open(address)
  const zip = fromBuffer(rawPayload)
  const files = new Map<string, Buffer>()
  for (const entry of await listZip(zip)) {
    const start = await dataStart(zip, entry)
    files.set(entry.name, rawPayload.subarray(start, start + entry.size))
  }
  return files
}

test('a guest gets only the marked picture, even by an earlier address', async () => {
  expect(await colorAt(earlier)).toBe('red')
  expect(await colorAt(await addressFor('view', item.id))).toBe('red')
  expect(await colorAt(await addressFor('thumb', item.id))).toBe('red')
  for (const never of ['original', 'report', 'unmarked'] as const)
    expect(await colorAt(await addressFor(never, item.id))).toBe(404)
})

test('a guest gets an address of the marked picture and no shapes', async () => {
  const { body } = await here.api.call(guestSection, {
    query: { guest_survey_id: link.id, guest_survey_section_id: sectionNamed(survey, 'Building').id },
  })
  const text = JSON.stringify(body)
  expect(text).toContain(item.id)
  for (const secret of ['drawn', 'drawing', 'blur', 'shapes', 'unmarked']) expect(text).not.toContain(secret)
  const [photo] = body.data.attributes.user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details.flatMap(({ photos }) => photos),
  )
  expect([await colorAt(photo?.url), await colorAt(photo?.thumbnail_url)]).toEqual(['red', 'red'])
})

test('the report shows its owner the marked picture under a separate address', async () => {
  const { body } = await owner.api.call(reportDetail, { params: { id: survey.id } })
  const figures = body.data.attributes.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) => rows.flatMap((row) => row.figures)),
  )
  expect(await Promise.all(figures.map(({ url }) => colorAt(url)))).toEqual(['red', 'green'])
  expect(figures.map(({ url }) => url?.includes('?drawn='))).toEqual([true, false])
})

test('both PDFs contain the marked picture and nothing of the photo', async () => {
  const report = async (rendition: 'file_id' | 'drawn_file_id') => {
    const row = await here.context.db
      .selectFrom('media')
      .innerJoin('rendition', `media.${rendition}`, 'rendition.file_id')
      .select('rendition.store_key')
      .where('media.id', '=', item.id)
      .where('rendition.name', '=', 'report')
      .executeTakeFirstOrThrow()
    const pieces = await (await here.context.files.read(row.store_key)).toArray()
    return Buffer.concat(pieces)
  }
  const own = await owner.api.call(reportDownload, { params: { id: survey.id } })
  const guests = await here.api.call(guestPdfDownload, { query: { guest_survey_id: link.id } })
  for (const address of [pdfIn(own.body), pdfIn(guests.body)]) {
    const { rawPayload } = await here.api.open(address)
    expect(rawPayload.includes(await report('drawn_file_id'))).toBe(true)
    expect(rawPayload.includes(await report('file_id'))).toBe(false)
  }
})

function pdfIn(body: object): string {
  return /\/api\/files\/report\/[\w-]+/.exec(JSON.stringify(body))?.[0] ?? ''
}

test('the owner’s zip has the marked picture in its place, and the original in a separate folder', async () => {
  const { body } = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  const files = await unzipped(body.data.uploaded_files_winzip)
  expect([...files.keys()]).toEqual([
    'Files.csv',
    'Building/Notes/Photo 1.jpg',
    'Photos without drawings/Building/Notes/Photo 1.jpg',
    'Building/Notes/Photo 2.jpg',
  ])
  expect(await colorOf(files.get('Building/Notes/Photo 1.jpg') ?? Buffer.alloc(0))).toBe('red')
  expect(files.get('Photos without drawings/Building/Notes/Photo 1.jpg')?.equals(original)).toBe(true)
  const counts = await owner.api.call(mediaCounts, { query: { user_survey_id: survey.id } })
  expect(counts.body.uploaded_file_details.total_uploaded_files).toBe(2)
})

test('the guest’s zip has only the marked picture', async () => {
  const { body } = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
  const files = await unzipped(body.data.uploaded_files_winzip)
  expect([...files.keys()]).toEqual(['Files.csv', 'Building/Notes/Photo 1.jpg', 'Building/Notes/Photo 2.jpg'])
  expect(await colorOf(files.get('Building/Notes/Photo 1.jpg') ?? Buffer.alloc(0))).toBe('red')
  expect(String(files.get('Files.csv'))).not.toContain('drawing')
})

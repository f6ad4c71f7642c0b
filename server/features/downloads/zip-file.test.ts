import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeMedia, mediaCounts } from '#contract/media/media.ts'
import { guestInfo, guestZip } from '#contract/sharing/guests.ts'
import { zipDownload, zipFile } from '#contract/sharing/reports.ts'
import { planReportZip } from '#server/features/reports/report-zip.ts'
import { loadWithFilesOnly, loadWithMedia } from '#server/features/surveys/load.ts'
import { holderOf as sessionHolder, signTicket, type Ticket } from '#server/http/ticket.ts'
import { attach, identifyingName, phonePhoto, photoPart } from '#server/testing/media.ts'
import { holderOf, type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { dataStart, fromBuffer, listZip } from '#server/testing/unzipped.ts'

let here: TestApp
let made: PicturedSurvey
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here)
})
afterAll(() => here.close())

async function ownersAddress({ owner, survey } = made): Promise<string> {
  const { body } = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  return body.data.uploaded_files_winzip
}

async function guestsAddress(): Promise<string> {
  const link = await share(made.owner, made.survey.id)
  const { body } = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
  return body.data.uploaded_files_winzip
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns the files by name, and the lines of the included list. */
async function unzip(bytes: Buffer) {
  const zip = fromBuffer(bytes)
  const files = new Map<string, Buffer>()
  for (const entry of await listZip(zip)) {
    const start = await dataStart(zip, entry)
    files.set(entry.name, bytes.subarray(start, start + entry.size))
  }
  const list = files.get('Files.csv')?.toString().slice(1) ?? ''
  files.delete('Files.csv')
  return { files, list, lines: list.trimEnd().split('\r\n').slice(1) }
}

test('only an intact ticket for this zip opens it', async () => {
  const eve = await here.make.account()
  const other = await share(made.owner, (await startSurvey(made.owner)).id)
  const signed = (changes: Partial<Ticket>) => {
    const holder = sessionHolder(made.owner)
    const ticket: Ticket = { what: 'zip', subject: made.survey.id, rendition: 'none', holder, ...changes }
    return `/api/files/zip/${signTicket(here.context.ticketKey, ticket, here.context.clock())}`
  }
  const forged = await here.api.call(zipFile, { params: { ticket: 'nothing' } })
  expect([forged.status, forged.errors]).toEqual([404, [{ message: 'Not found.' }]])
  for (const address of [
    (await ownersAddress()).replace('/zip/', '/report/'),
    signed({ what: 'report' }),
    signed({ subject: newId() }),
    signed({ holder: sessionHolder(eve) }),
    signed({ holder: { link: await holderOf(here, other.id) } }),
    signed({ holder: { link: newId() } }),
  ]) {
    const answer = await here.api.open(address)
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [{ message: 'Not found.' }] }])
  }
})

test('the owner’s zip has the original files in the report’s folders, with a matching list', async () => {
  const answer = await here.api.open(await ownersAddress())
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(answer.rawPayload.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
  })
  expect(answer.headers['content-disposition']).toMatch(/filename="\d{8}-\d{6}-Hill House files\.zip"/)
  const inSpanish = await here.api.open(await ownersAddress(), { 'accept-language': 'es' })
  expect(inSpanish.headers['content-disposition']).toContain('Hill House archivos.zip')
  const { files, lines } = await unzip(answer.rawPayload)
  expect([...files.keys()]).toEqual([
    'Building/East wing/Notes/Photo 1 – =Left side.jpg',
    'Building/East wing/Notes/Photo 2 – Right side.jpg',
    'Floor/Ground floor/Riser/Video 1.mp4',
  ])
  expect([...files.values()].map(sha256)).toEqual(made.originals.map(sha256))
  expect(lines).toHaveLength(files.size)
  for (const [n, [name, bytes]] of [...files].entries()) {
    expect(lines[n]).toContain(name)
    expect(lines[n]).toContain(sha256(bytes))
  }
  expect(lines[0]).toContain("'=Left side")
  const counts = await made.owner.api.call(mediaCounts, { query: { user_survey_id: made.survey.id } })
  expect(counts.body.uploaded_file_details.total_uploaded_files).toBe(files.size)
})

test('the guest’s zip has copies that reveal no location, no person and no name', async () => {
  const answer = await here.api.open(await guestsAddress())
  const { files, list, lines } = await unzip(answer.rawPayload)
  expect(files.size).toBe(3)
  expect(lines).toHaveLength(3)
  const originals = made.originals.map(sha256)
  for (const [n, [, bytes]] of [...files].entries()) {
    expect(originals).not.toContain(sha256(bytes))
    expect(lines[n]).toContain(sha256(bytes))
    expect(bytes.includes('Exif')).toBe(false)
  }
  for (const secret of [made.owner.email, 'Rivera', identifyingName, 'IMG_2026', 'house tour', '40.4'])
    expect(`${[...files.keys()].join()}${list}`).not.toContain(secret)
  const link = await share(made.owner, made.survey.id)
  const info = await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
  expect(info.body.data.attributes.total_uploaded_files).toBe(files.size)
})

test('loading only fields with files gives the same zip as loading the whole survey', async () => {
  const { db } = here.context
  const { survey } = await picturedSurvey(here)
  await db
    .updateTable('answer')
    .set({ value: 'Unit 4B', revision: 1 })
    .where('survey_id', '=', survey.id)
    .where('value', '=', '')
    .execute()
  const link = { link: newId() }
  for (const holder of [sessionHolder(made.owner), link]) {
    const whole = await planReportZip(here.context, db, await loadWithMedia(db, survey.id), holder)
    const part = await loadWithFilesOnly(db, survey.id)
    // Two fields with files, and the fields that name the parts.
    expect(part.survey.sections.flatMap(({ definition }) => definition.fields)).toHaveLength(6)
    expect((await planReportZip(here.context, db, part, holder)).etag).toBe(whole.etag)
  }
})

test('ranges are slices of the same zip; it can be resumed while nothing has changed', async () => {
  const mine = await picturedSurvey(here)
  const address = await ownersAddress(mine)
  const whole = await here.api.open(address)
  const tag = String(whole.headers.etag)
  const middle = Math.floor(whole.rawPayload.length / 2)
  const rest = await here.api.open(address, { range: `bytes=${middle}-`, 'if-range': tag })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(middle))).toBe(true)
  const pieces = []
  for (let start = 0; start < whole.rawPayload.length; start += 10_007) {
    const piece = await here.api.open(address, { range: `bytes=${start}-${start + 10_006}` })
    expect([piece.statusCode, piece.headers.etag]).toEqual([206, tag])
    pieces.push(piece.rawPayload)
  }
  expect(Buffer.concat(pieces).equals(whole.rawPayload)).toBe(true)

  const [photo] = detailOf(mine.survey, 'Building', 'Notes').photos
  await mine.owner.api.call(describeMedia, {
    body: {
      user_survey_media_id: photo?.media_id ?? '',
      photo_id: photo?.id ?? '',
      description: 'Other words',
    },
  })
  const described = await here.api.open(address, { range: 'bytes=5-', 'if-range': tag })
  expect(described.statusCode).toBe(200)
  expect(described.headers.etag).not.toBe(tag)
  const notes = detailOf(mine.survey, 'Building', 'Notes').id
  await attach(mine.owner, notes, [photoPart(await phonePhoto(9))])
  const grown = await here.api.open(address)
  expect(grown.headers.etag).not.toBe(described.headers.etag)
  expect((await unzip(grown.rawPayload)).files.size).toBe(4)
})

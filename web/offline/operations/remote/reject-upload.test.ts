import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../../incoming/server-copy.ts'
import { freezePayload } from '../../outbox/freeze-payload.ts'
import { parkEntry } from '../../outbox/park.ts'
import { recordDescription, recordRemoval, recordUpload } from '../../record/record-media.ts'
import { db } from '../../store/database.ts'
import type { OutboxRow } from '../../store/outbox-rows.ts'
import { refusedFiles } from './reject-upload.ts'

const part = emptySurvey().sections[0]?.subSections[0]
const place = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[2]?.id ?? '' }
const upload = '019b0000-0000-7000-8000-0000000000dd'
const photos = ['a', 'b', 'c'].map((end) => `019b0000-0000-7000-8000-00000000000${end}`)
const [first = '', second = '', third = ''] = photos
const refusal = [{ message: 'Invalid file format. (b.jpg)' }, { 'files[1]': 'Invalid file format. (b.jpg)' }]

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
  const file = { kind: 'photo', name: 'a.jpg', stage: 'ready', thumbnail: null, poster: null } as const
  const data = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }
  await recordUpload(
    account,
    place,
    upload,
    photos.map((id) => ({ ...file, id, data })),
  )
})

const entries = () => db.outbox.where({ account }).sortBy('seq')
async function seal(): Promise<OutboxRow> {
  const row = await freezePayload((await entries())[0]?.seq ?? 0)
  if (!row) throw new Error('nothing to send')
  return row
}

test('of three photos one is refused: it stays with its reason, the others go again', async () => {
  await parkEntry(await seal(), 'Invalid file format. (b.jpg)', refusal)
  const [rest, refused] = await entries()
  expect(rest).toMatchObject({ id: upload, state: 'waiting', input: null, attempts: 0 })
  expect(refused).toMatchObject({ state: 'parked', problem: 'Invalid file format. (b.jpg)' })
  const uploadOf = async (id: string) => (await db.files.get([account, id]))?.upload
  expect(await uploadOf(second)).toBe(refused?.id)
  expect((await seal()).input).toMatchObject({ body: { ids: [first, third] } })
  expect(await db.blobs.count()).toBe(3)
})

test('what was said about the refused one meanwhile is not sent behind it', async () => {
  const row = await seal()
  await recordDescription(account, place, { kind: 'photo', id: second, upload }, 'Gate')
  await recordDescription(account, place, { kind: 'photo', id: first, upload }, 'Roof')
  await parkEntry(row, '', refusal)
  expect((await entries()).map(({ endpoint, state }) => [endpoint, state])).toEqual([
    ['media.upload', 'waiting'],
    ['media.upload', 'parked'],
    ['media.describe', 'waiting'],
  ])
  expect((await db.files.get([account, second]))?.description).toBe('Gate')
})

test('a refused one that was taken away meanwhile is gone', async () => {
  const row = await seal()
  await recordRemoval(account, place, { kind: 'photo', id: second, upload })
  await parkEntry(row, '', refusal)
  expect((await entries()).map(({ state }) => state)).toEqual(['waiting'])
  expect(await db.blobs.count()).toBe(2)
})

test('the same where the upload is refused as a whole, with the last of them the upload', async () => {
  const row = await seal()
  await recordDescription(account, place, { kind: 'photo', id: first, upload }, 'Roof')
  await recordRemoval(account, place, { kind: 'photo', id: second, upload })
  await parkEntry(row, 'You have reached 10 uploads')
  expect((await entries()).map(({ id, state }) => [id, state])).toEqual([[upload, 'parked']])
  expect(await db.blobs.count()).toBe(2)
  const again = await seal()
  // It may have been taken over at any moment, so they are to be deleted behind it.
  await db.files.where({ upload }).modify({ arrived: 'all of it' })
  for (const id of [first, third]) await recordRemoval(account, place, { kind: 'photo', id, upload })
  await parkEntry(again, 'You have reached 10 uploads')
  expect([await entries(), await db.files.count(), await db.blobs.count()]).toEqual([[], 0, 0])
})

test('where all are refused each has its reason', async () => {
  const lines = photos.map((_, at) => ({ [`files[${at}]`]: `No ${at}` }))
  await parkEntry(await seal(), 'No', lines)
  expect((await entries()).map(({ state, problem }) => [state, problem])).toEqual([
    ['parked', 'No 0'],
    ['parked', 'No 1'],
    ['parked', 'No 2'],
  ])
})

test('a refusal that names no file keeps the upload together', async () => {
  await parkEntry(await seal(), 'You have reached 10 uploads', [{ message: 'You have reached 10 uploads' }])
  expect(await entries()).toMatchObject([{ id: upload, state: 'parked', input: null }])
  expect(refusedFiles(photos, [{ 'files[7]': 'x', 'files[-1]': 'y', files: 'z' }]).size).toBe(0)
})

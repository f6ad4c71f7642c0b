import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../../incoming/server-copy.ts'
import { freezePayload, parkEntry } from '../../outbox/transitions.ts'
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

test('keeps one rejected photo of three with its reason and resends the others', async () => {
  await parkEntry(await seal(), 'Invalid file format. (b.jpg)', refusal)
  const [rest, refused] = await entries()
  expect(rest).toMatchObject({ id: upload, state: 'waiting', input: null, attempts: 0 })
  expect(refused).toMatchObject({ state: 'parked', problem: 'Invalid file format. (b.jpg)' })
  const uploadOf = async (id: string) => (await db.files.get([account, id]))?.upload
  expect(await uploadOf(second)).toBe(refused?.id)
  expect((await seal()).input).toMatchObject({ body: { ids: [first, third] } })
  expect(await db.blobs.count()).toBe(3)
})

test('does not send a description of the rejected photo', async () => {
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

test('deletes a rejected photo that was removed meanwhile', async () => {
  const row = await seal()
  await recordRemoval(account, place, { kind: 'photo', id: second, upload })
  await parkEntry(row, '', refusal)
  expect((await entries()).map(({ state }) => state)).toEqual(['waiting'])
  expect(await db.blobs.count()).toBe(2)
})

test('deletes removed photos when the upload is rejected as a whole, and the upload with the last one', async () => {
  const row = await seal()
  await recordDescription(account, place, { kind: 'photo', id: first, upload }, 'Roof')
  await recordRemoval(account, place, { kind: 'photo', id: second, upload })
  await parkEntry(row, 'You have reached 10 uploads')
  expect((await entries()).map(({ id, state }) => [id, state])).toEqual([[upload, 'parked']])
  expect(await db.blobs.count()).toBe(2)
  const again = await seal()
  // The server may have accepted the upload, so the deletions are sent after it.
  await db.files.where({ upload }).modify({ arrived: 'all of it' })
  for (const id of [first, third]) await recordRemoval(account, place, { kind: 'photo', id, upload })
  await parkEntry(again, 'You have reached 10 uploads')
  expect([await entries(), await db.files.count(), await db.blobs.count()]).toEqual([[], 0, 0])
})

test('each photo has its own reason when all are rejected', async () => {
  const lines = photos.map((_, at) => ({ [`files[${at}]`]: `No ${at}` }))
  await parkEntry(await seal(), 'No', lines)
  expect((await entries()).map(({ state, problem }) => [state, problem])).toEqual([
    ['parked', 'No 0'],
    ['parked', 'No 1'],
    ['parked', 'No 2'],
  ])
})

test('a rejection that names no file keeps the upload together', async () => {
  await parkEntry(await seal(), 'You have reached 10 uploads', [{ message: 'You have reached 10 uploads' }])
  expect(await entries()).toMatchObject([{ id: upload, state: 'parked', input: null }])
  expect(refusedFiles(photos, [{ 'files[7]': 'x', 'files[-1]': 'y', files: 'z' }]).size).toBe(0)
})

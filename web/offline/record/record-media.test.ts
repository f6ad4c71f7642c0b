import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { fixedId } from '#survey/ids.ts'
import { freezePayload } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { type MediaTarget, recordDescription, recordUpload } from './record-media.ts'

const at = '2026-03-14T09:00:00.000Z'
const account = fixedId(at, 'account')
const place = {
  survey: fixedId(at, 'survey'),
  subSection: fixedId(at, 'part'),
  answer: fixedId(at, 'answer'),
}
const upload = fixedId(at, 'upload')
const photo: MediaTarget = { kind: 'photo', id: fixedId(at, 'photo'), upload }
const other: MediaTarget = { ...photo, id: fixedId(at, 'other') }

beforeEach(async () => {
  await db.delete()
  await db.open()
  const data = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }
  const file = { kind: 'photo', name: 'a.jpg', stage: 'ready', thumbnail: null, poster: null, data } as const
  await recordUpload(
    account,
    place,
    upload,
    [photo, other].map(({ id }) => ({ ...file, id })),
  )
})

async function type(text: string, target = photo): Promise<void> {
  for (let end = 1; end <= text.length; end += 1)
    await recordDescription(account, place, target, text.slice(0, end))
}

async function waiting(): Promise<readonly string[]> {
  const rows = await db.outbox.orderBy('seq').toArray()
  return rows.map((row) => (row.endpoint === 'media.describe' ? row.input.body.description : row.endpoint))
}

async function seal(): Promise<void> {
  const [row] = await db.outbox.where({ id: upload }).toArray()
  if (!row) throw new Error('no upload')
  await freezePayload(row.seq ?? 0)
}

test('a description typed before the upload is frozen goes into the file', async () => {
  await type('Gate')
  expect((await db.files.get([account, photo.id]))?.description).toBe('Gate')
  expect(await waiting()).toEqual(['media.upload'])
})

test('descriptions typed while the file is being sent become one entry', async () => {
  await seal()
  await type('Gate')
  await type('Door', other)
  await type('Gate, open')
  expect((await db.files.get([account, photo.id]))?.description).toBe('Gate, open')
  expect(await waiting()).toEqual(['media.upload', 'Gate, open', 'Door'])
})

test('an entry that may have been sent is not changed; a new one follows it', async () => {
  await seal()
  await type('Gate')
  const [, described] = await db.outbox.orderBy('seq').toArray()
  await db.outbox.update(described?.seq ?? 0, { attempts: 1 })
  await type('Gate, open')
  expect(await waiting()).toEqual(['media.upload', 'Gate', 'Gate, open'])
})

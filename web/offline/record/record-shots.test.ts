import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fixedId } from '#survey/ids.ts'
import { dueEntries } from '../outbox/queue.ts'
import { freezePayload } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { recordStatus } from './record-change.ts'
import { recordDrawing } from './record-drawing.ts'
import { type PickedFile, recordRemoval } from './record-media.ts'
import { type CollectKind, recordShots, releaseShots, releaseStaged, stagedFiles } from './record-shots.ts'

const at = '2026-03-14T09:00:00.000Z'
const account = fixedId(at, 'account')
const survey = fixedId(at, 'survey')
const place = { survey, subSection: fixedId(at, 'part'), answer: fixedId(at, 'answer') }

beforeEach(async () => {
  await db.delete()
  await db.open()
})

const shot = (count: number): PickedFile => ({
  id: fixedId(at, `shot ${count}`),
  kind: 'photo',
  name: `${count}.jpg`,
  stage: 'ready',
  thumbnail: null,
  poster: null,
  data: { bytes: new Uint8Array([count]).buffer, type: 'image/jpeg' },
})

function shoot(count: number, where = place, kind: CollectKind = 'shots'): Promise<string> {
  return recordShots(account, where, fixedId(at, `upload ${count}`), [shot(count)], kind)
}

const uploads = () => db.outbox.where({ account }).toArray()
const due = async (now = Date.now()) => dueEntries(await uploads(), now)

test('ten shots of a field share an upload, and the eleventh starts another', async () => {
  const into = []
  for (let count = 1; count <= limits.filesPerUpload + 1; count += 1) into.push(await shoot(count))
  expect(new Set(into.slice(0, limits.filesPerUpload)).size).toBe(1)
  expect(into.at(-1)).not.toBe(into[0])
  expect((await uploads()).length).toBe(2)
  expect(await db.files.where({ upload: into[0] ?? '' }).count()).toBe(limits.filesPerUpload)
  expect(await db.blobs.count()).toBe(limits.filesPerUpload + 1)
})

test('stores a shot at once, and sends it when released or after a pause', async () => {
  const upload = await shoot(1)
  expect(await db.blobs.count()).toBe(1)
  expect(await due()).toEqual([])
  expect((await due(Date.now() + 60_000)).map(({ id }) => id)).toEqual([upload])
  await releaseShots(account, survey, place.answer)
  expect((await due()).map(({ id }) => id)).toEqual([upload])
  // A released upload accepts no more files.
  expect(await shoot(2)).not.toBe(upload)
})

test('Save releases the shots in all fields of the survey', async () => {
  const first = await shoot(1)
  const second = await shoot(2, { ...place, answer: fixedId(at, 'another answer') })
  expect(await due()).toEqual([])
  await releaseShots(account, survey)
  const states = (await uploads()).map(({ id, nextAt }) => [id, nextAt])
  expect(new Map(states as [string, number][])).toEqual(
    new Map([
      [first, 0],
      [second, 0],
    ]),
  )
})

test('an upload being sent or of another field accepts no shots', async () => {
  const first = await shoot(1)
  const other = await shoot(2, { ...place, answer: fixedId(at, 'another answer') })
  expect(other).not.toBe(first)
  const entry = (await uploads()).find(({ id }) => id === first)
  await freezePayload(entry?.seq ?? 0)
  expect(await shoot(3)).not.toBe(first)
})

test('stores a shot written twice once, and removing one leaves the others', async () => {
  const upload = await shoot(1)
  expect(await shoot(1)).toBe(upload)
  await shoot(2)
  expect(await db.files.count()).toBe(2)
  await recordRemoval(account, place, { kind: 'photo', id: fixedId(at, 'shot 1'), upload })
  expect((await db.files.toArray()).map(({ name }) => name)).toEqual(['2.jpg'])
  expect((await uploads()).map(({ id }) => id)).toEqual([upload])
})

test("picked files wait for 'Upload' without blocking other entries", async () => {
  const staged = await shoot(1, place, 'staged')
  expect(await shoot(2, place, 'staged')).toBe(staged)
  const other = await shoot(3, { ...place, answer: fixedId(at, 'another answer') })
  await releaseShots(account, survey, fixedId(at, 'another answer'))
  const picture = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  const photo = { id: fixedId(at, 'shot 1'), upload: staged, drawnAt: null }
  await recordDrawing(account, place, photo, { shapes: [], picture, thumbnail: picture })
  await recordStatus(account, survey, 'Started')
  const later = async () =>
    (await due(Date.now() + 30 * 24 * 3_600_000)).map(({ id, endpoint }) => [id, endpoint])
  expect(await later()).toEqual([[other, 'media.upload']])
  await db.outbox.where({ id: other }).delete()
  const [status] = await later()
  expect(status?.[1]).toBe('surveys.submit')
  await db.outbox.where({ id: status?.[0] ?? '' }).delete()
  // The drawing is on a staged photo.
  expect(await later()).toEqual([])

  const names = (await stagedFiles(account, survey, place.answer)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['1.jpg', '2.jpg'])
  await releaseStaged(account, survey, place.answer)
  expect(await stagedFiles(account, survey, place.answer)).toEqual([])
  expect((await due())[0]?.id).toBe(staged)
})

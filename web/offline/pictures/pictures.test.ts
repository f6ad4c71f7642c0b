import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shape } from '#contract/media/drawing.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { recordDrawing, recordDrawingRemoval } from '../record/record-drawing.ts'
import { recordRemoval, recordUpload } from '../record/record-media.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { freeOldest, freePictures, pictureSizes } from './free-pictures.ts'
import { mediumSources } from './medium-sources.ts'
import { readFirstPicture } from './read-picture.ts'

const part = emptySurvey().sections[0]?.subSections[0]
const place = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }
const upload = '019b0000-0000-7000-8000-000000000001'
const photo = '019b0000-0000-7000-8000-000000000002'
const video = '019b0000-0000-7000-8000-000000000003'
const copy = '019b0000-0000-7000-8000-000000000004'
const other = '019b0000-0000-7000-8000-0000000000cc'
const target = { kind: 'photo', id: photo, upload } as const
const shapes: readonly Shape[] = [{ kind: 'blur', x1: 0, y1: 0, x2: 1, y2: 1 }]

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

afterEach(() => vi.restoreAllMocks())

/** Tests identify pictures by their sizes. */
function picture(size: number, type = 'image/jpeg') {
  return { bytes: new ArrayBuffer(size), type }
}

async function attach(photoBytes = 500, type = 'image/jpeg'): Promise<void> {
  const shared = { stage: 'ready', description: '' } as const
  await recordUpload(account, place, upload, [
    {
      ...shared,
      id: photo,
      kind: 'photo',
      name: 'a.jpg',
      thumbnail: picture(50),
      poster: null,
      data: picture(photoBytes, type),
    },
    {
      ...shared,
      id: video,
      kind: 'video',
      name: 'b.mp4',
      thumbnail: null,
      poster: picture(70),
      data: picture(9_000, 'video/mp4'),
    },
  ])
}

async function seal(index = 0): Promise<OutboxRow> {
  const rows = await db.outbox.where({ account }).sortBy('seq')
  const sealed = await freezePayload(rows[index]?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

function item(id: string, changes: Partial<MediaItem> = {}): MediaItem {
  return {
    id,
    media_id: upload,
    filename: 'a.jpg',
    content_type: id === video ? 'video/mp4' : 'image/jpeg',
    created_at: '',
    byte_size: 20,
    description: '',
    url: `/url/${id}`,
    thumbnail_url: `/small/${id}`,
    original_url: '/o',
    width: 4,
    height: 3,
    duration: null,
    taken_at: null,
    position: null,
    drawing: null,
    ...changes,
  }
}

function uploaded(photos: readonly MediaItem[], videos: readonly MediaItem[] = []) {
  const attributes = {
    id: upload,
    user_survey_sub_section_detail_id: place.answer,
    photo_details: photos,
    media_details: videos,
  }
  return { data: { id: upload, type: '', attributes } }
}

async function sendAll(): Promise<void> {
  await attach()
  await acknowledgeEntry(await seal(), partialReply(uploaded([item(photo)], [item(video)])))
}

/** Draws on the photo, and returns the server's version of it. */
async function drawn(size: number, at = new Date().toISOString()): Promise<MediaItem> {
  const given = { shapes, picture: picture(size), thumbnail: picture(size / 10) }
  await recordDrawing(account, place, { id: photo, upload, drawnAt: null }, given)
  const marked = item(photo, { drawing: { shapes: [...shapes], drawn_at: at, unmarked_url: '/unmarked' } })
  await acknowledgeEntry(await seal(), { data: marked })
  return marked
}

const ids = async (store: 'pictures' | 'shown') => (await db[store].toArray()).map(({ id }) => id).sort()

/** Sizes of the small and the large picture shown. -1: only the server has it. */
async function shownSizes(id: string, kind: 'photo' | 'video' = 'photo', who = account) {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) throw new Error('no survey')
  const sources = mediumSources({ ...loaded, account: who }, kind, id)
  const device = (all: typeof sources.small) => all.filter((source) => typeof source !== 'string')
  const size = async (all: typeof sources.small) => (await readFirstPicture(device(all)))?.size ?? -1
  return [await size(sources.small), await size(sources.large)]
}

test('keeps thumbnail, photo and video still after sending, and frees the sent bytes', async () => {
  await attach()
  expect(await shownSizes(photo)).toEqual([50, 500])
  const row = await seal()
  await acknowledgeEntry(row, partialReply(uploaded([item(photo)], [item(video)])))
  expect([await db.blobs.count(), await db.files.count(), await db.outbox.count()]).toEqual([0, 0, 0])
  expect(await shownSizes(photo)).toEqual([50, 500])
  expect(await shownSizes(video, 'video')).toEqual([70, 70])
  expect([await ids('pictures'), await ids('shown')]).toEqual([[photo, video], [photo]])
  // A repeated reply finds no entry and changes nothing.
  await acknowledgeEntry(row, partialReply(uploaded([item(photo)], [item(video)])))
  expect([await ids('pictures'), await ids('shown')]).toEqual([[photo, video], [photo]])
})

test('another account sees none of the pictures', async () => {
  await sendAll()
  expect(await shownSizes(photo, 'photo', other)).toEqual([-1, -1])
  expect(await pictureSizes(other)).toEqual({ count: 0, bytes: 0 })
  expect(await freePictures(other)).toBe(0)
  expect(await pictureSizes(account)).toEqual({ count: 3, bytes: 620 })
})

test("does not keep pictures that are too large or that browsers can't show", async () => {
  await attach(3 * 1024 * 1024)
  await acknowledgeEntry(await seal(), partialReply(uploaded([item(photo)], [item(video)])))
  expect(await ids('shown')).toEqual([])
  await db.files.clear()
  await attach(500, 'image/heic')
  await acknowledgeEntry(await seal(), partialReply(uploaded([item(photo)], [item(video)])))
  expect(await ids('shown')).toEqual([])
})

test('acknowledges an upload on a full disk, with and without pictures to free', async () => {
  await attach()
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  vi.spyOn(db.shown, 'orderBy').mockImplementation(() => {
    throw full
  })
  const put = vi.spyOn(db.shown, 'put').mockImplementation(() => {
    throw full
  })
  await acknowledgeEntry(await seal(), partialReply(uploaded([item(photo)], [item(video)])))
  expect(put).toHaveBeenCalledOnce()
  expect([await db.blobs.count(), await db.files.count(), await db.outbox.count()]).toEqual([0, 0, 0])
  expect([await ids('pictures'), await ids('shown')]).toEqual([[], []])
  expect((await loadSurvey(account, surveyId))?.items.get(photo)?.url).toBe(`/url/${photo}`)
})

test('shows the marked picture, then the newer one, then the plain one after removal', async () => {
  await sendAll()
  const first = await drawn(300)
  expect(await shownSizes(photo)).toEqual([30, 300])
  await drawn(400, new Date(Date.now() - 5_000).toISOString())
  expect(await shownSizes(photo)).toEqual([40, 400])
  expect((await ids('shown')).length).toBe(2)
  expect((await ids('shown')).join()).not.toContain(first.drawing?.drawn_at)
  await recordDrawingRemoval(account, place, { id: photo, upload, drawnAt: null, onServer: true })
  expect(await shownSizes(photo)).toEqual([50, 500])
  await acknowledgeEntry(await seal(), { data: item(photo) })
  expect(await shownSizes(photo)).toEqual([50, 500])
  expect(await ids('shown')).toEqual([photo])
})

test('loads the picture from the server if another device drew later', async () => {
  await sendAll()
  await drawn(300, new Date(Date.now() + 60_000).toISOString())
  expect(await ids('shown')).toEqual([photo])
  // The server's picture is better than a wrong one. The undrawn one stays for drawing.
  expect(await shownSizes(photo)).toEqual([-1, -1])
})

test('a copy shows its original’s picture, even after the original was deleted', async () => {
  await sendAll()
  await drawn(300)
  const drawing = (await loadSurvey(account, surveyId))?.items.get(photo)?.drawing ?? null
  await db.subSections.where({ account, survey: surveyId }).modify(({ answers: [answer] }) =>
    Object.assign(answer ?? {}, {
      photos: [...(answer?.photos ?? []), item(copy, { copied_from: photo, drawing })],
    }),
  )
  expect(await shownSizes(copy)).toEqual([30, 300])
  await recordRemoval(account, place, target)
  await acknowledgeEntry(await seal(), null)
  expect((await loadSurvey(account, surveyId))?.items.has(photo)).toBe(false)
  expect(await shownSizes(copy)).toEqual([30, 300])
})

test('deleting a photo deletes its pictures', async () => {
  await sendAll()
  await recordRemoval(account, place, target)
  await acknowledgeEntry(await seal(), null)
  expect([await ids('pictures'), await ids('shown')]).toEqual([[video], []])
})

test('frees only confirmed pictures, the oldest large ones first', async () => {
  await sendAll()
  await db.shown.put({ account: other, survey: 's', id: 'old', ...picture(900), size: 900, keptAt: '2026' })
  await recordDrawing(
    account,
    place,
    { id: photo, upload, drawnAt: null },
    {
      shapes,
      picture: picture(300),
      thumbnail: picture(30),
    },
  )
  expect(await freeOldest(1)).toBe(1_400)
  expect([await ids('pictures'), await ids('shown')]).toEqual([[photo, video], []])
  expect(await freePictures(account)).toBe(120)
  expect(await pictureSizes(account)).toEqual({ count: 0, bytes: 0 })
  expect([await db.blobs.count(), await db.drawings.count(), await db.outbox.count()]).toEqual([1, 1, 1])
})

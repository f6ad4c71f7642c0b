import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { Shape } from '#contract/media/drawing.ts'
import type { drawPhoto, undrawPhoto } from '#contract/media/media.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { dueEntries } from '../outbox/queue.ts'
import { acknowledgeEntry, freezePayload, parkEntry } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { discardEntries, readRejected } from './discard.ts'
import { laterThan, recordDrawing, recordDrawingRemoval } from './record-drawing.ts'
import { recordRemoval, recordUpload } from './record-media.ts'

const part = emptySurvey().sections[0]?.subSections[0]
const place = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }
const upload = '019b0000-0000-7000-8000-000000000001'
const photoId = '019b0000-0000-7000-8000-000000000002'
const photo = { id: photoId, upload, drawnAt: null }
const target = { kind: 'photo', id: photoId, upload } as const
const shapes: readonly Shape[] = [{ kind: 'blur', x1: 0, y1: 0, x2: 1, y2: 1 }]

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

function bytes(size: number) {
  return { bytes: new ArrayBuffer(size), type: 'image/jpeg' }
}

function draw(size = 10, of: readonly Shape[] = shapes) {
  return recordDrawing(account, place, photo, { shapes: of, picture: bytes(size), thumbnail: bytes(3) })
}

test('sends a rotated photo once with its last rotation, and nothing if it is rotated back', async () => {
  const turn = (to: 90 | 180) =>
    recordDrawing(account, place, photo, { shapes: [], turn: to, picture: bytes(9), thumbnail: bytes(3) })
  await turn(90)
  await turn(180)
  const entries = await waiting()
  expect(entries.map((entry) => [entry.endpoint, drawn(entry).turn, drawn(entry).shapes])).toEqual([
    ['media.draw', '180', '[]'],
  ])
  expect(await drawing()).toMatchObject({ shapes: [], turn: 180 })
  await recordDrawingRemoval(account, place, { ...photo, onServer: false })
  expect([await waiting(), await drawing(), await blobIds()]).toEqual([[], undefined, []])
})

/** Draws in a page with its own modules on the same store. */
async function nextPageDraws(of: readonly Shape[]): Promise<void> {
  vi.resetModules()
  const { recordDrawing: record } = await import('./record-drawing.ts')
  const { db: own } = await import('../store/database.ts')
  await record(account, place, photo, { shapes: of, picture: bytes(2), thumbnail: bytes(2) })
  own.close()
}

async function attach(): Promise<void> {
  const file = {
    id: photoId,
    kind: 'photo',
    name: 'a.jpg',
    stage: 'ready',
    thumbnail: null,
    poster: null,
  } as const
  await recordUpload(account, place, upload, [{ ...file, data: bytes(20) }])
}

const waiting = () => db.outbox.where({ account }).sortBy('seq')
const drawing = async () => (await loadSurvey(account, surveyId))?.drawings.get(photoId)
const blobIds = async () => (await db.blobs.toArray()).map(({ id }) => id).sort()

function drawn(row: OutboxRow | undefined) {
  return ((row?.input ?? {}) as InputOf<typeof drawPhoto>).body
}

async function seal(index = 0): Promise<OutboxRow> {
  const sealed = await freezePayload((await waiting())[index]?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

function item(changes: Partial<MediaItem> = {}): MediaItem {
  return {
    id: photoId,
    media_id: upload,
    filename: 'a.jpg',
    content_type: 'image/jpeg',
    created_at: '',
    byte_size: 20,
    description: '',
    url: '/a',
    thumbnail_url: '/t',
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

async function settleUpload(row: OutboxRow): Promise<void> {
  const attributes = {
    id: upload,
    user_survey_sub_section_detail_id: place.answer,
    photo_details: [item()],
    media_details: [],
  }
  await acknowledgeEntry(row, { data: { id: upload, type: '', attributes } })
}

test('stores a drawing with its bytes and entry', async () => {
  await draw()
  const [entry] = await waiting()
  expect(entry).toMatchObject({ endpoint: 'media.draw', state: 'waiting', answer: place.answer })
  const body = drawn(entry)
  expect(JSON.parse(body.shapes)).toEqual(shapes)
  expect(await drawing()).toMatchObject({ entry: entry?.id, shapes, drawnAt: body.drawn_at })
  expect(await blobIds()).toEqual([entry?.id])
  expect((await db.blobs.get([account, entry?.id ?? '']))?.bytes).toBeInstanceOf(ArrayBuffer)
})

test('a newer drawing replaces an unsent one, and follows one that is being sent', async () => {
  await draw(10)
  await draw(11)
  expect(await waiting()).toHaveLength(1)
  const sealed = await seal()
  await draw(12)
  const [first, second] = await waiting()
  expect([first?.id, await blobIds()]).toEqual([sealed.id, [first?.id, second?.id].sort()])
  expect(drawn(second).drawn_at > drawn(first).drawn_at).toBe(true)
  await acknowledgeEntry(sealed, { data: item() })
  expect(await drawing()).toMatchObject({ entry: second?.id })
  await acknowledgeEntry(await seal(), { data: item() })
  expect([await drawing(), await waiting(), await blobIds()]).toEqual([undefined, [], []])
})

test('a drawing on an unsent photo is sent after the photo', async () => {
  await attach()
  await draw()
  expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['media.upload', 'media.draw'])
  expect(dueEntries(await waiting(), Date.now())).toMatchObject([{ endpoint: 'media.upload' }])
  await settleUpload(await seal())
  expect(await drawing()).toMatchObject({ shapes })
  const drawn = { shapes: [...shapes], drawn_at: '2026-11-02T09:00:00.000Z', unmarked_url: '/u' }
  await acknowledgeEntry(await seal(), { data: item({ url: '/b', drawing: drawn }) })
  const loaded = await loadSurvey(account, surveyId)
  expect(loaded?.items.get(photoId)).toMatchObject({ url: '/b', drawing: drawn })
  expect(loaded?.drawings.size).toBe(0)
})

test('deleting a photo deletes its drawing', async () => {
  await attach()
  await draw()
  await recordRemoval(account, place, target)
  expect([await waiting(), await blobIds(), await drawing()]).toEqual([[], [], undefined])
})

test('waits for a rejected upload, and is discarded with it', async () => {
  await attach()
  await draw()
  await parkEntry(await seal(), 'No')
  expect(dueEntries(await waiting(), Date.now())).toEqual([])
  const refused = await readRejected(account, surveyId)
  expect(refused.losses).toEqual([{ kind: 'file', name: 'a.jpg' }, { kind: 'drawing' }])
  await discardEntries(account, refused.entries)
  expect([await waiting(), await blobIds(), await drawing()]).toEqual([[], [], undefined])
})

test('removing a drawing that was never sent leaves nothing', async () => {
  await draw()
  await recordDrawingRemoval(account, place, { ...photo, onServer: false })
  expect([await waiting(), await blobIds(), await drawing()]).toEqual([[], [], undefined])
})

test('asks the server to remove a drawing that may have arrived', async () => {
  await draw()
  await seal()
  await recordDrawingRemoval(account, place, { ...photo, onServer: false })
  const [, removal] = await waiting()
  expect(removal).toMatchObject({ endpoint: 'media.undraw' })
  expect(await drawing()).toMatchObject({ shapes: null, entry: removal?.id })
  const { query } = (removal?.input ?? {}) as InputOf<typeof undrawPhoto>
  await acknowledgeEntry(await seal(), { data: item() })
  expect(await drawing()).toMatchObject({ shapes: null, drawnAt: query.drawn_at })
  await acknowledgeEntry(await seal(), null)
  expect([await waiting(), await blobIds(), await drawing()]).toEqual([[], [], undefined])
})

test('a drawing aborted by leaving the page does not overwrite a newer one from the next page', async () => {
  const later: readonly Shape[] = [{ kind: 'blur', x1: 0, y1: 0, x2: 0.5, y2: 0.5 }]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T09:00:00Z') })
  try {
    await draw()
    const drawnAt = (await drawing())?.drawnAt ?? null
    vi.setSystemTime('2026-11-01T09:01:00Z')
    // The version that this page showed was drawn earlier.
    const cut = [
      recordDrawing(
        account,
        place,
        { ...photo, drawnAt },
        { shapes, picture: bytes(1), thumbnail: bytes(1) },
      ),
      recordDrawingRemoval(account, place, { ...photo, drawnAt, onServer: true }),
    ]
    suspend()
    vi.setSystemTime('2026-11-01T09:02:00Z')
    await nextPageDraws(later)
    resume()
    await Promise.all(cut)
    expect(await drawing()).toMatchObject({ shapes: later })
    expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['media.draw'])
  } finally {
    vi.useRealTimers()
  }
})

test('a drawing aborted by leaving the page keeps its original time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T09:00:00Z') })
  try {
    suspend()
    const cut = draw()
    vi.setSystemTime('2026-11-01T10:00:00Z')
    resume()
    await cut
    expect(await drawing()).toMatchObject({ shapes, drawnAt: '2026-11-01T09:00:00.000Z' })
  } finally {
    vi.useRealTimers()
  }
})

test('is always dated after the drawing it replaces', () => {
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  expect(laterThan(Date.now(), ahead, null) > ahead).toBe(true)
  expect(Date.parse(laterThan(Date.now(), null, undefined))).toBeLessThanOrEqual(Date.now())
})

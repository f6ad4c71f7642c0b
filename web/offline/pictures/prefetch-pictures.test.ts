import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#contract/media/media-item.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { db } from '../store/database.ts'
import { prefetchPictures } from './prefetch-pictures.ts'

let user = account
vi.mock('#web/lib/session/session.ts', () => ({ currentSession: () => ({ userId: user }) }))

const gone = 'gone'
let asked: string[] = []

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  user = account
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address.includes(gone)) return new Response(null, { status: 410 })
    return new Response(new Uint8Array(10), { headers: { 'content-type': 'image/jpeg' } })
  })
})

afterEach(() => vi.unstubAllGlobals())

function item(id: string, changes: Partial<MediaItem> = {}): MediaItem {
  return {
    id,
    media_id: 'upload',
    filename: 'a.jpg',
    content_type: 'image/jpeg',
    created_at: '',
    byte_size: 20,
    description: '',
    url: `/large/${id}`,
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

async function remember(photos: MediaItem[], videos: MediaItem[] = [], changes: object = {}): Promise<void> {
  const wire = surveyWire()
  const detail = wire.user_survey_sections[0]?.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]
  detail?.photos.push(...photos)
  detail?.videos.push(...videos)
  await rememberSurvey(account, { ...wire, ...changes })
}

const drawn = { shapes: [], drawn_at: '2026-11-02T09:00:00.000Z', unmarked_url: '/plain/b' }

test('prefetches missing pictures once: small ones first, then large ones, with the undrawn version of a drawn photo', async () => {
  await remember([item('a'), item('b', { drawing: drawn })], [item('v', { content_type: 'video/mp4' })])
  await prefetchPictures(account, surveyId)
  expect(asked).toEqual(['/small/a', '/small/b', '/small/v', '/large/a', '/large/b', '/plain/b'])
  await prefetchPictures(account, surveyId)
  expect(asked).toHaveLength(6)
})

test('prefetches the picture of a copy once, from its original', async () => {
  await remember([item('a'), item('c', { copied_from: 'a' })])
  await prefetchPictures(account, surveyId)
  expect(asked).toHaveLength(2)
})

test('prefetches only thumbnails of finished surveys that were not edited recently', async () => {
  await remember([item('a')], [], { status: 'Completed', last_edited: '2020-01-01T00:00:00.000Z' })
  await prefetchPictures(account, surveyId)
  expect(asked).toEqual(['/small/a'])
})

test('stops at an expired address and continues at the next opening', async () => {
  await remember([item('a', { thumbnail_url: `/${gone}` }), item('b')])
  await prefetchPictures(account, surveyId)
  expect([asked, await db.pictures.count()]).toEqual([[`/${gone}`], 0])
  await remember([item('a'), item('b')])
  await prefetchPictures(account, surveyId)
  expect(await db.pictures.count()).toBe(2)
})

test('does not prefetch on a metered network, for another account, or while entries are being sent', async () => {
  await remember([item('a')])
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await prefetchPictures(account, surveyId)
  vi.stubGlobal('navigator', {})
  user = 'somebody else'
  await prefetchPictures(account, surveyId)
  expect(asked).toEqual([])
  user = account
  const place = { survey: surveyId, subSection: null, answer: null }
  const seq = await db.outbox.add({
    ...anyEntry(account, { ...place, endpoint: 'surveys.submit', input: {} }),
    state: 'sending',
  })
  const pass = prefetchPictures(account, surveyId)
  await expect.poll(() => db.pictures.count()).toBe(0)
  expect(asked).toEqual([])
  await db.outbox.delete(seq)
  const { publish } = await import('../store/bus.ts')
  const askedAfterNews = () => {
    publish(account, { kind: 'queue', now: false })
    return asked
  }
  await expect.poll(askedAfterNews).toEqual(['/small/a', '/large/a'])
  await pass
})

test('stops prefetching when little room is left', async () => {
  await remember([item('a')])
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 40, quota: 100 }) } })
  await prefetchPictures(account, surveyId)
  expect(asked).toEqual(['/small/a'])
})

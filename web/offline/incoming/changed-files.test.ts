import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { account, emptySurvey, surveyId, surveyWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import type { Draft } from '../draft/draft.ts'
import { attachFiles } from '../draft/draft-actions.ts'
import { subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { fetchChangedFiles } from './changed-files.ts'
import { fetchSurvey } from './fetch-survey.ts'
import { refresher } from './refresher.ts'
import { confirmedChangeCount, rememberSurvey } from './server-copy.ts'

const [section] = emptySurvey().sections
const part = section?.subSections[0]
const [first = '', second = ''] = (part?.answers ?? []).map(({ id }) => id)
const place = { section: section?.id ?? '', subSection: part?.id ?? '' }
const meta = { progress: '40% completed', last_edited: '2026-11-02T08:00:00.000Z' }

/** The photos that the server has, by answer. */
let photos: Record<string, readonly string[]>
/** The paths and queries of all calls. */
let calls: string[]
/** Runs before the server answers a call. */
let onCall: () => Promise<void>
let draft: Draft

beforeEach(async () => {
  stubLocalStorage()
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  draft = await newDraft()
  calls = []
  photos = { [first]: [], [second]: [] }
  onCall = async () => undefined
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const name = pathname.split('/').at(-1) ?? ''
    if (name !== 'changed' && name !== 'changed_files') return new Response(null, { status: 404 })
    calls.push(name === 'changed' ? `whole ${searchParams.get('version')}` : filesCall(searchParams))
    await onCall()
    return Response.json(name === 'changed' ? wholeReply() : filesReply(searchParams))
  })
})
afterEach(async () => {
  draft.close()
  await draft.written()
  clearSession()
  vi.unstubAllGlobals()
})

const named = (query: URLSearchParams) => query.get('answers')?.split(',') ?? []
const filesCall = (query: URLSearchParams) => named(query).map(nameOf).join(' ')
const nameOf = (id: string) => (id === first ? 'first' : id === second ? 'second' : 'other')

function item(id: string): MediaItem {
  const addresses = { url: `/large/${id}`, thumbnail_url: `/small/${id}`, original_url: `/original/${id}` }
  const said = { filename: `${id}.jpg`, content_type: 'image/jpeg', description: '', byte_size: 1 }
  const empty = { width: null, height: null, duration: null, taken_at: null, position: null, drawing: null }
  return { id, media_id: `upload of ${id}`, created_at: meta.last_edited, ...addresses, ...said, ...empty }
}

function filesReply(query: URLSearchParams) {
  const data = named(query).flatMap((id) => {
    const attributes = { photos: (photos[id] ?? []).map(item), videos: [] }
    return photos[id] ? [{ id, type: 'user_survey_sub_section_detail', attributes }] : []
  })
  return { data, meta: { ...meta, changed_since_submission: null } }
}

function wholeReply() {
  const wire = { ...surveyWire(), ...meta }
  for (const detail of wire.user_survey_sections[0]?.user_survey_sub_sections[0]
    ?.user_survey_sub_section_details ?? [])
    detail.photos = (photos[detail.id] ?? []).map(item)
  return { data: { id: surveyId, type: 'users_survey', attributes: wire }, meta: { version: 'next' } }
}

const shown = (id: string) => draft.answer(id)?.media.map((medium) => medium.id)

test('shows the files of other devices, and keeps unsent files and edits', async () => {
  photos = { [first]: ['gate'], [second]: ['roof', 'door'] }
  const answer = draft.answer(first)
  if (answer) draft.type(place, answer, { value: 'Typed', values: [] })
  const own = {
    id: 'own',
    kind: 'photo',
    name: 'own.jpg',
    stage: 'ready',
    thumbnail: null,
    poster: null,
  } as const
  const data = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  await attachFiles(draft, { ...place, answer: first }, 'upload', [{ ...own, data }])
  await draft.written()
  expect(await fetchChangedFiles(account, surveyId, [first, second])).toBe(true)
  await expect.poll(() => shown(first)).toEqual(['gate', 'own'])
  expect(shown(second)).toEqual(['roof', 'door'])
  expect(draft.answer(first)?.value).toBe('Typed')
  expect((await db.outbox.toArray()).map(({ endpoint }) => endpoint)).toEqual([
    'surveys.autoSave',
    'media.upload',
  ])
  const copy = await db.copies.get([account, surveyId])
  expect(copy?.head).toMatchObject({ ...meta, survey_name: 'Harbor View' })

  photos = { [first]: [], [second]: ['door'] }
  await fetchChangedFiles(account, surveyId, [first, second])
  await expect.poll(() => [shown(first), shown(second)]).toEqual([['own'], ['door']])
})

test('stores nothing if the server or the device lacks an answer, or the server fails', async () => {
  photos = { [first]: ['gate'] }
  expect(await fetchChangedFiles(account, surveyId, [first, second])).toBe(false)
  photos = { [first]: ['gate'], other: [] }
  expect(await fetchChangedFiles(account, surveyId, [first, 'other'])).toBe(false)
  onCall = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await fetchChangedFiles(account, surveyId, [first])).toBe(false)
  await draft.reload()
  expect(shown(first)).toEqual([])
})

test('repeats a read that overlapped with sending, and a whole read that overlapped with it is outdated', async () => {
  photos = { [first]: ['gate'], [second]: [] }
  const asked = await confirmedChangeCount(account, surveyId)
  let sent = 0
  onCall = async () => {
    if (sent++ === 0) await db.copies.update([account, surveyId], { taken: asked + 1 })
  }
  expect(await fetchChangedFiles(account, surveyId, [first])).toBe(true)
  expect(calls).toEqual(['first', 'first'])
  expect(await rememberSurvey(account, surveyWire(), asked + 1)).toBe(false)
  await expect.poll(() => shown(first)).toEqual(['gate'])
  // Another change is confirmed during each read.
  onCall = async () => {
    await db.copies.update([account, surveyId], { taken: 100 + sent++ })
  }
  expect(await fetchChangedFiles(account, surveyId, [first])).toBe(false)
})

test('the next whole read names no version, since the files may change back', async () => {
  await fetchSurvey(account, surveyId)
  await fetchSurvey(account, surveyId)
  photos = { [first]: ['gate'] }
  await fetchChangedFiles(account, surveyId, [first])
  await fetchSurvey(account, surveyId)
  expect(calls).toEqual(['whole null', 'whole next', 'first', 'whole null'])
})

test('reads files one call at a time and collects those named meanwhile; more than files wins', async () => {
  const published: string[] = []
  const forget = subscribe(account, ({ kind }) => kind === 'elsewhere' && published.push(kind))
  const refresh = refresher(account, surveyId, 0)
  let busy = 0
  onCall = async () => {
    expect(++busy).toBe(1)
    await Promise.resolve()
    busy--
  }
  const all = refresh.askFiles([first])
  void refresh.askFiles([second])
  void refresh.askFiles([second, first])
  await all
  expect([calls, published]).toEqual([['first', 'second first'], []])
  calls = []
  const both = refresh.askFiles([first])
  void refresh.askMore()
  await both
  expect([calls, published]).toEqual([['first', 'whole null'], ['elsewhere']])
  refresh.end()
  forget()
})

test.each([
  { what: 'an answer that the server no longer has', answers: () => [first, 'other'] },
  {
    what: 'too many answers',
    answers: () => Array.from({ length: limits.changedFilesMax + 1 }, (_, n) => `${n}`),
  },
])('reads the whole survey for $what', async ({ answers }) => {
  photos = { [first]: ['gate'] }
  const refresh = refresher(account, surveyId)
  await refresh.askFiles(answers())
  expect(calls.at(-1)).toBe('whole null')
  expect([refresh.behind(), calls.length]).toEqual([false, answers().length > 2 ? 1 : 2])
  await expect.poll(() => shown(first)).toEqual(['gate'])
  refresh.end()
})

test('a failed whole read is made up for, even if only files are named since', async () => {
  const refresh = refresher(account, surveyId)
  onCall = () => Promise.reject(new TypeError('Failed to fetch'))
  await refresh.ask()
  expect(refresh.behind()).toBe(true)
  onCall = async () => undefined
  await refresh.askFiles([first])
  expect([calls, refresh.behind()]).toEqual([['whole null', 'whole null'], false])
  refresh.end()
})

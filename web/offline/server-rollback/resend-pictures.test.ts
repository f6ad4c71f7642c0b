import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#contract/media/media-item.ts'
import type { PlanItem } from '#contract/media/plan-item.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { startSession } from '#web/lib/session/session.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { acceptExistingUpload } from '../operations/remote/existing-upload.ts'
import { recordPin } from '../record/record-plan.ts'
import { db } from '../store/database.ts'
import { markAllUnverified } from '../store/unverified.ts'
import { forgetLostFiles, readLostFiles } from './lost-files.ts'
import { reconcileUnverified } from './reconcile-unverified.ts'

const part = emptySurvey().sections[0]?.subSections[0]
const notes = part?.answers[2]?.id ?? ''
const plan = '019c0000-0000-7000-8000-0000000000d1'
const [upload, other] = ['019c0000-0000-7000-8000-0000000000e1', '019c0000-0000-7000-8000-0000000000e2']
const at = '2026-11-22T09:00:00.000Z'
const bytes = (size: number) => new Uint8Array(size).buffer

let there: SurveyDetail

beforeEach(async () => {
  await db.delete()
  await db.open()
  const kept = new Map<string, string>()
  stubLocalStorage(kept)
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { id: surveyId, type: 'x', attributes: there }, meta: {} }),
  )
  there = surveyWire()
  await rememberTemplate(account, templateWire())
})
afterEach(() => vi.unstubAllGlobals())

function photo(id: string, media_id: string, change: Partial<MediaItem> = {}): MediaItem {
  return {
    ...{ id, media_id, filename: `${id}.jpg`, content_type: 'image/jpeg', created_at: at, byte_size: 3 },
    ...{ description: `about ${id}`, url: '', thumbnail_url: '', original_url: '', width: 4, height: 3 },
    ...{ duration: null, taken_at: null, position: null },
    ...change,
  }
}

function survey(photos: readonly MediaItem[], plans: readonly PlanItem[] = []): SurveyDetail {
  const wire = surveyWire()
  for (const section of wire.user_survey_sections)
    for (const one of section.user_survey_sub_sections)
      for (const detail of one.user_survey_sub_section_details)
        if (detail.id === notes) detail.photos.push(...photos)
  return { ...wire, plans: [...plans] }
}

async function shows(id: string, size: number): Promise<void> {
  const row = { account, survey: surveyId, id, type: 'image/jpeg', keptAt: at }
  await db.shown.put({ ...row, size, bytes: bytes(size) })
  await db.pictures.put({ ...row, size: 1, bytes: bytes(1) })
}

async function compare(): Promise<readonly string[]> {
  await markAllUnverified(account)
  await reconcileUnverified(account, { busy: new Set(), tried: new Set(), mayGoOn: () => true })
  return (await waiting()).map(({ endpoint, id }) => `${endpoint} ${id.slice(-2)}`)
}

const waiting = () => db.outbox.where({ account, survey: surveyId }).sortBy('seq')

test('resends lost photos with their descriptions and keeps showing them', async () => {
  const drawing = { shapes: [], drawn_at: at, unmarked_url: '' } as never
  await rememberSurvey(account, survey([photo('a', upload), photo('b', upload, { drawing })]))
  await shows('a', 3)
  await shows(`b ${at}`, 4)
  expect(await compare()).toEqual(['media.upload e1'])
  const files = await db.files.where({ upload }).toArray()
  expect(files.map(({ id, name, description, stage, size }) => [id, name, description, stage, size])).toEqual(
    [
      ['a', 'a.jpg', 'about a', 'ready', 3],
      ['b', 'b.jpg', 'about b', 'ready', 4],
    ],
  )
  expect((await db.blobs.get([account, 'b']))?.bytes.byteLength).toBe(4)
  expect(await readLostFiles(account, surveyId)).toEqual([])
  const loaded = await loadSurvey(account, surveyId)
  const answers = loaded?.survey.sections[0]?.subSections[0]?.answers
  expect(answers?.find(({ id }) => id === notes)?.media.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('resends no upload with a missing photo, and keeps what the server has', async () => {
  const kept = photo('c', other)
  await rememberSurvey(account, survey([photo('a', upload), photo('b', upload), kept]))
  await shows('a', 3)
  await shows('c', 3)
  there = survey([kept])
  expect(await compare()).toEqual([])
  expect(await db.files.count()).toBe(0)
  expect(await readLostFiles(account, surveyId)).toEqual(['a.jpg', 'b.jpg'])
  await rememberSurvey(account, there)
  expect(await readLostFiles(account, surveyId)).toHaveLength(2)
  await forgetLostFiles(account, surveyId)
  expect(await readLostFiles(account, surveyId)).toEqual([])
})

test('compares the rest if there is no room for the photos', async () => {
  await rememberSurvey(account, survey([photo('a', upload)]))
  await shows('a', 3)
  const full = vi.spyOn(db.blobs, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  expect(await compare()).toEqual([])
  full.mockRestore()
  expect([await db.files.count(), (await db.kept.get([account, 'doubted']))?.value]).toEqual([0, undefined])
})

test('resends plans with their pins, unless a newer pin is unsent', async () => {
  const pins = [{ user_survey_sub_section_id: part?.id ?? '', x: 0.5, y: 0.5, edited_at: at }]
  const item = { id: plan, name: 'Ground', ...{ url: '', thumbnail_url: null, original_url: '' } }
  const known: PlanItem = { ...item, width: 4, height: 3, pins }
  await rememberSurvey(account, survey([], [known]))
  await db.planPictures.put({ account, survey: surveyId, id: plan, bytes: bytes(5), type: 'image/png' })
  const first = await compare()
  expect(first[0]).toBe('plans.add d1')
  expect(first[1]).toMatch(/^plans.setPin/)
  expect(await db.plans.get([account, plan])).toMatchObject({ name: 'Ground', width: 4 })

  // The server has the plan but not the pin, and a newer place is unsent.
  await db.outbox.clear()
  await rememberSurvey(account, survey([], [known]))
  there = survey([], [{ ...known, pins: [] }])
  expect((await compare()).map((one) => one.split(' ')[0])).toEqual(['plans.setPin'])
  await db.outbox.clear()
  await rememberSurvey(account, survey([], [known]))
  await recordPin(account, { survey: surveyId, plan, subSection: part?.id ?? '' }, { x: 0.1, y: 0.1 }, at)
  expect(await compare()).toHaveLength(1)
})

test('counts as sent if another device has already resent it', async () => {
  await rememberSurvey(account, survey([photo('a', upload)]))
  await shows('a', 3)
  await compare()
  const [first] = await waiting()
  if (first?.endpoint !== 'media.upload') throw new Error('no upload waits')
  const row = { ...first, input: { body: { user_survey_sub_section_detail_id: notes } } }
  const taken = { ok: false, status: 409, errors: [{ id: 'taken' }], message: 'taken' } as const
  there = survey([photo('a', upload), photo('c', other)])
  const { signal } = new AbortController()
  expect(await acceptExistingUpload(row, taken, signal)).toMatchObject({
    ok: true,
    reply: { data: { attributes: { id: upload, photo_details: [{ id: 'a' }], media_details: [] } } },
  })
  const { again: _, ...ordinary } = row
  expect(await acceptExistingUpload(ordinary, taken, signal)).toBe(taken)
})

import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { Section, Survey } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { retryParked } from '../operations/entries.ts'
import { recordAnswer, recordEntry } from '../record/record-answer.ts'
import { addSimilarEntry, recordStatus } from '../record/record-change.ts'
import { recordRemoval, recordUpload } from '../record/record-media.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { readSync } from './status.ts'
import { acknowledgeEntry, freezePayload, parkEntry } from './transitions.ts'
import { readWaiting } from './waiting.ts'

const survey = emptySurvey()
const place = { section: survey.sections[0] as Section, part: 0 }

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

function type(field: number, value: string, who = account, at = '2026-11-02T09:00:00.000Z') {
  const part = place.section.subSections[place.part]
  const answer = part?.answers[field]
  return recordAnswer(who, {
    survey: surveyId,
    section: place.section.id,
    subSection: part?.id ?? '',
    answer: answer?.id ?? '',
    name: answer?.field.name ?? '',
    value,
    values: [],
    at,
    baseRevision: 0,
    copiedFrom: null,
  })
}

const waiting = () => db.outbox.where({ account }).sortBy('seq')
const answerId = (field: number) => place.section.subSections[0]?.answers[field]?.id ?? ''
const shown = async (field: number) => givenAt((await loadSurvey(account, surveyId))?.survey, field)
const givenAt = (of: Survey | undefined, field: number) =>
  of?.sections[0]?.subSections[0]?.answers[field]?.value

async function seal(index = 0): Promise<OutboxRow> {
  const sealed = await freezePayload((await waiting())[index]?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

function saved(row: OutboxRow, revision: number, conflicts: object[] = [], ids = [answerId(0)]) {
  const attributes = {
    last_edited: '2026-11-02T09:00:01.000Z',
    progress: '20% completed',
    saved: ids.map((id) => ({ id, revision })),
    conflicts,
    recovered: [],
  }
  return acknowledgeEntry(row, partialReply({ data: { id: surveyId, type: 'survey', attributes } }))
}

test('edits in one sub-section share an entry with the newest values', async () => {
  await type(0, 'H')
  await type(0, 'Ha')
  await type(1, '7')
  expect(await waiting()).toHaveLength(1)
  const { input } = await seal()
  expect(input).toMatchObject({
    body: { user_survey_sections_attributes: [{ id: place.section.id }] },
  })
  expect(JSON.stringify(input)).toContain('"field_value":"Ha"')
  expect((await readWaiting(account)).unsent).toBe(2)
})

test('edits during sending go into a second entry, and the first stays unchanged', async () => {
  await type(0, 'Ha')
  const sealed = await seal()
  await type(0, 'Harbor')
  const [first, second] = await waiting()
  expect(first?.input).toEqual(sealed.input)
  expect(second).toMatchObject({ input: null, state: 'waiting' })
  await saved(sealed, 1)
  expect(await shown(0)).toBe('Harbor')
  const next = await seal()
  expect(JSON.stringify(next.input)).toContain('"base_revision":1')
  await saved(next, 2)
  expect((await readWaiting(account)).unsent).toBe(0)
  expect((await readSync(account, surveyId)).state).toBe('on the server')
})

test('a saved value stays while the server’s copy on the device is older', async () => {
  await type(0, 'Harbor')
  await saved(await seal(), 1)
  expect(await shown(0)).toBe('Harbor')
  await rememberSurvey(account, surveyWire())
  expect(await shown(0)).toBe('Harbor')
})

test('unsent edits survive a fresh copy of the survey', async () => {
  await type(0, 'Harbor')
  await rememberSurvey(account, surveyWire())
  expect(await shown(0)).toBe('Harbor')
  expect((await readWaiting(account)).unsent).toBe(1)
})

test('shows another device’s later answer and the conflict', async () => {
  await type(0, 'Harbor')
  const clash = { id: answerId(0), field_value: 'Pier', field_value_multiple: [], revision: 4 }
  await saved(await seal(), 0, [clash], [])
  expect(await shown(0)).toBe('Pier')
  const row = await db.answers.get([account, answerId(0)])
  expect(row?.conflict).toEqual({
    stands: 'other',
    own: { value: 'Harbor', values: [] },
    otherBy: '',
    otherAt: null,
    other: { value: 'Pier', values: [] },
    revision: 4,
  })
  expect(row?.baseRevision).toBe(4)
})

test('splits a rejected save of several answers in place', async () => {
  await type(0, 'Harbor')
  await type(1, '7')
  const row = await seal()
  await recordStatus(account, surveyId, 'Completed')
  await parkEntry(row, 'No')
  const rows = await waiting()
  expect(rows.map(({ endpoint }) => endpoint)).toEqual([
    'surveys.autoSave',
    'surveys.autoSave',
    'surveys.submit',
  ])
  expect(new Set([...rows.map(({ id }) => id), row.id]).size).toBe(4)
  const one = await seal(0)
  await parkEntry(one, 'This answer is not valid for its field.')
  expect((await readSync(account, surveyId)).state).toBe('needs attention')
  expect(await shown(0)).toBe('Harbor')
  await retryParked(account, surveyId)
  expect((await readSync(account, surveyId)).state).toBe('on this device')
})

test('sends a rejected answer again after an edit', async () => {
  await type(0, 'Harbor')
  await parkEntry(await seal(), 'No')
  await type(0, 'Pier')
  expect(await waiting()).toMatchObject([{ state: 'waiting', input: null }])
  expect(JSON.stringify((await seal()).input)).toContain('Pier')
})

test('another account neither sees nor sends it', async () => {
  await type(0, 'Harbor')
  const other = '019b0000-0000-7000-8000-0000000000cc'
  expect(await loadSurvey(other, surveyId)).toBeNull()
  expect((await readWaiting(other)).unsent).toBe(0)
  await type(0, 'Other', other)
  expect(await waiting()).toHaveLength(1)
})

test('shows an added sub-section before the server confirms it', async () => {
  const subSection = 'ffffffff-0000-7000-8000-000000000001'
  await recordEntry(addSimilarEntry(account, { survey: surveyId, section: place.section.id, subSection }))
  const loaded = await loadSurvey(account, surveyId)
  expect(loaded?.survey.sections[0]?.subSections.map(({ id }) => id)).toContain(subSection)
})

test('a second Save replaces an unsent one', async () => {
  await recordStatus(account, surveyId, 'Started')
  await recordStatus(account, surveyId, 'Completed')
  expect(await waiting()).toHaveLength(1)
  expect((await loadSurvey(account, surveyId))?.survey.status).toBe('Completed')
})

const upload = '019b0000-0000-7000-8000-0000000000dd'
const photo = '019b0000-0000-7000-8000-0000000000ee'
const second = '019b0000-0000-7000-8000-0000000000ef'

async function addPhotos(...ids: string[]) {
  const where = { survey: surveyId, subSection: place.section.subSections[0]?.id ?? '', answer: answerId(2) }
  const data = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }
  const file = { kind: 'photo', name: 'a.jpg', stage: 'ready', thumbnail: null, poster: null, data } as const
  await recordUpload(
    account,
    where,
    upload,
    ids.map((id) => ({ ...file, id })),
  )
  return where
}

test('shows an unsent photo under its answer, and frees its bytes only after confirmation', async () => {
  await addPhotos(photo)
  const loaded = await loadSurvey(account, surveyId)
  expect(loaded?.survey.sections[0]?.subSections[0]?.answers[2]?.media).toMatchObject([{ id: photo }])
  const row = await seal()
  expect(row).toMatchObject({ id: upload, input: { body: { id: upload, ids: [photo] } } })
  expect(await db.blobs.count()).toBe(1)
  const attributes = {
    id: upload,
    user_survey_sub_section_detail_id: answerId(2),
    photo_details: [item(photo)],
    media_details: [],
  }
  await acknowledgeEntry(row, { data: { id: upload, type: 'media', attributes } })
  expect(await db.blobs.count()).toBe(0)
  const after = await loadSurvey(account, surveyId)
  expect(after?.survey.sections[0]?.subSections[0]?.answers[2]?.media).toMatchObject([{ id: photo }])
  expect(after?.items.get(photo)?.url).toBe('/files/x')
})

test('a photo removed before sending leaves no entry', async () => {
  const where = await addPhotos(photo, second)
  await recordRemoval(account, where, { kind: 'photo', id: photo, upload })
  expect((await seal()).input).toMatchObject({ body: { ids: [second] } })
  await recordRemoval(account, where, { kind: 'photo', id: second, upload })
  expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['media.delete'])
  expect(await db.blobs.count()).toBe(0)
})

test('deletes a photo of an upload in flight after the upload', async () => {
  const where = await addPhotos(photo, second)
  await seal()
  expect(await recordRemoval(account, where, { kind: 'photo', id: photo, upload })).toBeNull()
  expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['media.upload', 'media.delete'])
  const loaded = await loadSurvey(account, surveyId)
  expect(loaded?.survey.sections[0]?.subSections[0]?.answers[2]?.media.map(({ id }) => id)).toEqual([second])
})

function item(id: string) {
  return {
    id,
    media_id: upload,
    filename: 'a.jpg',
    content_type: 'image/jpeg',
    created_at: '',
    byte_size: 8,
    description: '',
    url: '/files/x',
    thumbnail_url: null,
    original_url: '/files/x',
    width: null,
    height: null,
    duration: null,
    taken_at: null,
    position: null,
  }
}

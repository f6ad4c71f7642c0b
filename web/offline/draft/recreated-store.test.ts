import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixedId } from '#survey/ids.ts'
import type { Answer } from '#survey/survey.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { dueEntries } from '../outbox/queue.ts'
import { readSync } from '../outbox/status.ts'
import { freezePayload } from '../outbox/transitions.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { recordStatus } from '../record/record-change.ts'
import { recordDescription } from '../record/record-media.ts'
import { recordPlans } from '../record/record-plan.ts'
import { publish } from '../store/bus.ts'
import { db, openDatabase } from '../store/database.ts'
import { closeLostWork, lostWork } from '../store/lost-work.ts'
import type { Draft } from './draft.ts'
import { addPart, attachFiles } from './draft-actions.ts'
import { loadSurvey } from './load-survey.ts'

const at = '2026-11-01T08:00:00.000Z'
const photo = fixedId(at, 'photo')
const upload = fixedId(at, 'upload')
const plan = fixedId(at, 'plan')
const data = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }
const sending = { onlyWifi: false, byHand: false, metered: false }
let draft: Draft

beforeEach(async () => {
  closeLostWork(account)
  draft = await newDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

/** Deletes the store, as a browser that needs space or a user would. */
async function clear(): Promise<void> {
  await new Promise((done) => {
    indexedDB.deleteDatabase('fieldbook').onsuccess = done
  })
}

const place = () => ({
  section: draft.survey.sections[0]?.id ?? '',
  subSection: draft.survey.sections[0]?.subSections[0]?.id ?? '',
})
const field = (index: number) => draft.survey.sections[0]?.subSections[0]?.answers[index] as Answer
const type = (index: number, value: string) => draft.type(place(), field(index), { value, values: [] })
const endpoints = async () => (await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)

/** The payloads that would be sent. */
async function sent(): Promise<string> {
  const rows = await db.outbox.where({ account }).toArray()
  const sealed = await Promise.all(rows.map(({ seq = 0 }) => freezePayload(seq)))
  return JSON.stringify(sealed.map((row) => row?.input))
}

test('sends an open form’s edits after the browser cleared the store', async () => {
  type(0, 'Harbor View')
  await draft.written()
  const known = await db.outbox.toArray()
  await clear()
  expect(lostWork()).toEqual({})
  const floors = draft.survey.sections[1]
  const [floor] = floors?.subSections ?? []
  const named = { value: 'Ground', values: [] }
  draft.type({ section: floors?.id ?? '', subSection: floor?.id ?? '' }, floor?.answers[1] as Answer, named)
  await draft.allWritten()
  expect(lostWork()[account]).toMatchObject({ lost: [] })
  expect(await sent()).toMatch(/Harbor View.*Ground/)
  // Uses a new key, because the server may have seen another payload under the old one.
  expect((await db.outbox.toArray()).map(({ id }) => id)).not.toContain(known[0]?.id)
  const again = await loadSurvey(account, surveyId)
  expect(again?.survey.sections[0]?.subSections[0]?.answers[0]?.value).toBe('Harbor View')
})

test('shows nothing as on the server that was never sent', async () => {
  type(0, 'Harbor View')
  await draft.written()
  await clear()
  expect(await readSync(account, surveyId)).toMatchObject({ state: 'on this device', unsent: 1 })
})

test('keeps confirmed answers on the screen without resending them', async () => {
  type(0, 'Harbor View')
  await draft.written()
  const [entry] = await db.outbox.toArray()
  await db.outbox.delete(entry?.seq ?? 0)
  await db.answers.update([account, field(0).id], { entry: '', baseRevision: 3 })
  const reply = { saved: [{ id: field(0).id, revision: 3 }], overruled: [] }
  publish(account, { kind: 'saved', survey: surveyId, reply, conflicts: [] })
  await clear()
  expect(await readSync(account, surveyId)).toMatchObject({ state: 'on the server', unsent: 0 })
  const again = await loadSurvey(account, surveyId)
  expect(again?.survey.sections[0]?.subSections[0]?.answers[0]).toMatchObject({
    value: 'Harbor View',
    revision: 3,
  })
})

test('restores changes of every kind in order, and lists lost photos and plans with their dependents', async () => {
  await attachFiles(draft, { ...place(), answer: field(0).id }, upload, [
    { id: photo, kind: 'photo', name: 'gate.jpg', stage: 'ready', thumbnail: null, poster: null, data },
  ])
  const target = { kind: 'photo', id: photo, upload } as const
  const where = { survey: surveyId, subSection: place().subSection, answer: field(0).id }
  await recordDescription(account, where, target, 'The gate')
  await recordPlans(account, surveyId, [
    { id: plan, name: 'Ground', width: null, height: null, thumbnail: null, data },
  ])
  addPart(draft, draft.survey.sections[1]?.id ?? '', () => undefined)
  type(0, 'Harbor View')
  await draft.written()
  await recordStatus(account, surveyId, 'Completed')
  await clear()
  expect(await endpoints()).toEqual(['surveys.addSimilar', 'surveys.autoSave', 'surveys.submit'])
  const lost = { survey: surveyId, name: 'Harbor View', photos: 1, others: 1, files: ['Ground', 'gate.jpg'] }
  expect(lostWork()[account]).toMatchObject({ restored: 3, lost: [lost] })
})

test('restores unsent changes of a closed survey, too', async () => {
  type(0, 'Harbor View')
  await draft.written()
  draft.close()
  await clear()
  expect(await sent()).toContain('Harbor View')
})

test('restores an entry in flight, and resends its answers under another key', async () => {
  type(0, 'Harbor View')
  await draft.written()
  const [before] = await db.outbox.toArray()
  await freezePayload(before?.seq ?? 0)
  await clear()
  const rows = await db.outbox.toArray()
  expect(rows).toMatchObject([{ endpoint: 'surveys.autoSave', state: 'waiting', input: null }])
  expect(rows[0]?.id).not.toBe(before?.id)
  expect(dueEntries(rows, Date.now(), sending as never, new Set())).toHaveLength(1)
})

test('does not overwrite later edits of another tab', async () => {
  type(0, 'Harbor View')
  await draft.written()
  const words = await db.answers.get([account, field(0).id])
  if (!words) throw new Error('not kept')
  await clear()
  // Another tab, without this one's memory, opens the store first.
  const other = openDatabase()
  await other.open()
  const later = new Date(Date.parse(words.editedAt) + 60_000).toISOString()
  await other.answers.put({ ...words, value: 'Pier 7', editedAt: later, entry: 'theirs' })
  other.close()
  expect(await db.answers.get([account, field(0).id])).toMatchObject({ value: 'Pier 7', entry: 'theirs' })
})

test('a page that deletes the store itself restores and reports nothing', async () => {
  await recordAnswer(account, {
    ...place(),
    survey: surveyId,
    answer: field(0).id,
    name: '',
    value: 'Harbor View',
    values: [],
    at,
    baseRevision: 0,
    copiedFrom: null,
  })
  draft.close()
  await db.delete({ disableAutoOpen: false })
  expect(await db.outbox.count()).toBe(0)
  expect(lostWork()).toEqual({})
})

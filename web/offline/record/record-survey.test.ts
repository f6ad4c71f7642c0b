import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { newSurvey, type Section } from '#survey/survey.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { listItemFrom } from '../incoming/list-item.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { readDeviceList } from '../list/device-list.ts'
import { newEntry } from '../operations/entries.ts'
import { dueEntries } from '../outbox/queue.ts'
import { readChoices } from '../outbox/read-choices.ts'
import { acknowledgeEntry, evaluateFailure, freezePayload, parkEntry } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { discardEntries, readRejected } from './discard.ts'
import { recordAnswer, recordEntry } from './record-answer.ts'
import { addSimilarEntry, recordStatus } from './record-change.ts'
import { recordCreation, recordDeletion, recordHeader, recordRestore } from './record-survey.ts'

const other = account.replace(/a$/, 'b')
const later = '019d0000-0000-7000-8000-0000000000cc'
const made = '019c0000-0000-7000-8000-0000000000aa'
const given = { id: made, template: sampleTemplate.id, name: ' Pier\n7 ', owner: 'Ann', createdBy: 'Sam' }

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
})

const waiting = (survey = made) => db.outbox.where({ account, survey }).sortBy('seq')
const named = async (survey = made) => (await waiting(survey)).map(({ endpoint }) => endpoint.slice(8))
const inList = async () => (await readDeviceList(account)).surveys

function type(value: string, at = '2026-11-02T09:00:00.000Z') {
  const survey = newSurvey(sampleTemplate, { ...given, createdBy: '', at: '2026-11-02T09:00:00.000Z' })
  const section = survey.sections[0] as Section
  const part = section.subSections[0]
  const answer = part?.answers[0]
  return recordAnswer(account, {
    survey: made,
    section: section.id,
    subSection: part?.id ?? '',
    answer: answer?.id ?? '',
    name: 'Name',
    value,
    values: [],
    at,
    baseRevision: 0,
    copiedFrom: null,
  })
}

const reply = (change: object = {}) => {
  const survey = newSurvey(sampleTemplate, { ...given, name: 'Pier 7', at: '2026-11-02T09:00:00.000Z' })
  return { data: { id: made, type: 'users_survey', attributes: { ...surveyWire(survey), ...change } } }
}

/** Sends the first due entry. */
async function send(answer: unknown, survey = made): Promise<string | null> {
  const [due] = dueEntries(await waiting(survey), Date.now() + 60_000)
  const row = due && (await freezePayload(due.seq ?? 0))
  if (!row) return null
  await acknowledgeEntry(row, partialReply(answer))
  return row.endpoint
}

test('stores a complete new survey with the ids that the server will derive', async () => {
  const section = await recordCreation(account, given)
  const loaded = await loadSurvey(account, made)
  expect(loaded?.survey).toMatchObject({ name: 'Pier 7', owner: 'Ann', createdBy: 'Sam', status: 'Started' })
  const server = newSurvey(sampleTemplate, { ...given, at: '' })
  const ids = (survey: typeof server | undefined) =>
    survey?.sections.map(({ id, subSections }) => [
      id,
      subSections.map((part) => [part.id, part.answers.map((one) => one.id)]),
    ])
  expect(ids(loaded?.survey)).toEqual(ids(server))
  expect(section).toBe(server.sections[0]?.id)
  expect(await inList()).toMatchObject([{ id: made, here: true, state: 'on this device' }])
})

test('shows the current survey first in the list, also when its change joins an unsent entry', async () => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const first = async () => (await inList())[0]?.id
  await rememberSurvey(account, surveyWire())
  await recordCreation(account, given)
  await type('Harbor')
  const edited = async (last_edited: string) =>
    db.listed.put({ account, id: surveyId, item: { ...listItemFrom(surveyWire()), last_edited } })
  await edited(soon(10))
  expect(await first()).toBe(surveyId)
  await type('Harbor View', soon(20))
  expect([await first(), await named()]).toEqual([made, ['create', 'autoSave']])
  await edited(soon(30))
  await type('Harbor', soon(15))
  expect(await first()).toBe(surveyId)
})

test("a second press creates no second survey, and other accounts don't see it", async () => {
  await Promise.all([recordCreation(account, given), recordCreation(account, given)])
  expect(await waiting()).toHaveLength(1)
  expect((await readDeviceList(other)).surveys).toEqual([])
  expect(await recordCreation(other, { ...given, id: surveyId })).toBeNull()
})

test('everything waits for the creation, and its reply keeps what was typed meanwhile', async () => {
  await recordCreation(account, given)
  await type('Harbor')
  const section = (await loadSurvey(account, made))?.survey.sections.find(
    ({ definition }) => definition.addSimilar,
  )
  await recordEntry(addSimilarEntry(account, { survey: made, section: section?.id ?? '', subSection: later }))
  await recordStatus(account, made, 'Completed')
  expect(await named()).toEqual(['create', 'autoSave', 'addSimilar', 'submit'])
  expect(await send(reply())).toBe('surveys.create')
  const { survey } = (await loadSurvey(account, made)) ?? {}
  expect(survey?.sections[0]?.subSections[0]?.answers[0]?.value).toBe('Harbor')
  expect(survey?.status).toBe('Completed')
  expect(await inList()).toMatchObject([{ id: made, attributes: { progress: 'Completed' } }])
})

test('a rejected creation shows the message, is fixed by another name, or is discarded with its content', async () => {
  await recordCreation(account, given)
  await type('Harbor')
  const [first] = await waiting()
  const sealed = await freezePayload(first?.seq ?? 0)
  if (sealed) await parkEntry(sealed, 'Invalid template or section id')
  expect(dueEntries(await waiting(), Date.now() + 60_000)).toEqual([])
  expect((await inList())[0]).toMatchObject({ state: 'needs attention' })
  const refused = await readRejected(account, made)
  expect(refused).toMatchObject({
    problems: ['Invalid template or section id'],
    losses: [
      { kind: 'survey', name: 'Pier 7' },
      { kind: 'answer', value: 'Harbor' },
    ],
  })

  await recordHeader(account, made, { survey_name: 'Pier 8' })
  const [mended] = await waiting()
  expect(mended).toMatchObject({
    state: 'waiting',
    problem: null,
    input: { body: { survey_name: 'Pier 8' } },
  })
  expect(mended?.id).not.toBe(first?.id)
  expect((await loadSurvey(account, made))?.survey.name).toBe('Pier 8')

  if (mended) await parkEntry(mended, 'No')
  await discardEntries(account, (await readRejected(account, made)).entries)
  expect(await loadSurvey(account, made)).toBeNull()
  expect(await db.answers.count()).toBe(0)
  expect(await db.outbox.count()).toBe(0)
  expect(await inList()).toEqual([])
})

test('deleting a survey whose creation was rejected leaves no entries', async () => {
  await recordCreation(account, given)
  await type('Harbor')
  const [first] = await waiting()
  if (first) await parkEntry(first, 'No')
  await recordDeletion(account, made)
  expect(await db.outbox.count()).toBe(0)
  expect(await inList()).toEqual([])
})

test('collects new names in one entry, which a Submit does not replace', async () => {
  await rememberSurvey(account, surveyWire())
  await recordHeader(account, surveyId, { survey_name: 'A' })
  await recordHeader(account, surveyId, { owner_name: ' B ', checkbox_1: false })
  await recordStatus(account, surveyId, 'Started')
  await recordStatus(account, surveyId, 'Completed')
  const rows = await waiting(surveyId)
  expect(rows.map(({ input }) => input)).toMatchObject([
    { params: { id: surveyId }, body: { survey_name: 'A', owner_name: 'B', checkbox_1: false } },
    { body: { status: 'Completed' } },
  ])
  expect((await loadSurvey(account, surveyId))?.survey).toMatchObject({
    name: 'A',
    owner: 'B',
    showMedia: false,
  })
  expect(await inList()).toMatchObject([
    { attributes: { survey_name: 'A', owner: 'B', status: 'Completed' } },
  ])
  expect(await readChoices(account, surveyId)).toMatchObject({ checkbox_1: false })
})

test('a survey gets the time zone of its device, and keeps its owner’s offline choice', async () => {
  await recordCreation(account, given)
  const own = ownTimeZone()
  expect((await loadSurvey(account, made))?.survey.timeZone).toBe(own)
  expect((await waiting())[0]?.input).toMatchObject({ body: { time_zone: own } })
  expect(await inList()).toMatchObject([{ attributes: { time_zone: own } }])

  await recordHeader(account, made, { time_zone: 'Asia/Tokyo' })
  expect((await loadSurvey(account, made))?.survey.timeZone).toBe('Asia/Tokyo')
  expect(await inList()).toMatchObject([{ attributes: { time_zone: 'Asia/Tokyo' } }])
})

test('does not change names that are being sent', async () => {
  await rememberSurvey(account, surveyWire())
  await recordHeader(account, surveyId, { survey_name: 'A' })
  await freezePayload((await waiting(surveyId))[0]?.seq ?? 0)
  await recordHeader(account, surveyId, { survey_name: 'B' })
  expect(await waiting(surveyId)).toHaveLength(2)
})

test('a deletion follows the survey’s own changes, and Undo removes it completely', async () => {
  await recordCreation(account, given)
  await type('Harbor')
  const [shown] = await inList()
  await recordDeletion(account, made)
  expect(await named()).toEqual(['create', 'autoSave', 'delete'])
  expect(await inList()).toEqual([])
  if (shown) await recordRestore(account, shown)
  expect(await named()).toEqual(['create', 'autoSave'])
  expect(await inList()).toHaveLength(1)
})

test('a deletion that was sent is undone by a restoration on the server', async () => {
  await rememberSurvey(account, surveyWire())
  await db.listed.put({ account, id: surveyId, item: (await inList())[0]?.attributes ?? ({} as never) })
  const [shown] = await inList()
  await recordDeletion(account, surveyId)
  await send({ data: { message: '' } }, surveyId)
  expect(await inList()).toEqual([])
  expect(await loadSurvey(account, surveyId)).toBeNull()
  if (shown) await recordRestore(account, shown)
  expect(await inList()).toMatchObject([{ id: surveyId, here: false, gone: false }])
  const attributes = surveyWire()
  await send({ data: { id: surveyId, type: 'users_survey', attributes } }, surveyId)
  expect(await inList()).toMatchObject([{ id: surveyId, here: true, state: 'on the server' }])
})

test('a deletion of a missing survey succeeds, and discards its rejected changes', async () => {
  expect(evaluateFailure('surveys.delete', { status: 404, errors: [{ message: 'Not found.' }] })).toEqual({
    kind: 'done',
  })
  expect(evaluateFailure('surveys.create', { status: 404, errors: [{ message: 'Not found.' }] })).toEqual({
    kind: 'park',
  })
  await rememberSurvey(account, surveyWire())
  await recordHeader(account, surveyId, { survey_name: 'A' })
  const [names] = await waiting(surveyId)
  if (names) await parkEntry(names, 'No')
  await recordDeletion(account, surveyId)
  expect(await named(surveyId)).toEqual(['delete'])
})

const acts = {
  tried: () => db.outbox.toCollection().modify({ attempts: 1 }),
  type: () => type('Harbor'),
  rename: () => recordHeader(account, made, { survey_name: 'Other' }),
  submit: () => recordStatus(account, made, 'Completed'),
  delete: () => recordDeletion(account, made),
  undo: async () => {
    const [head] = await db.copies.where({ account, id: made }).toArray()
    if (head) await recordRestore(account, { id: made, attributes: { ...head.head } })
  },
}

test('a deletion also discards entries blocked by a rejected sub-section', async () => {
  await rememberSurvey(account, { ...surveyWire(), id: made })
  const row = addSimilarEntry(account, { survey: made, section: 's', subSection: 'p' })
  await recordEntry(row)
  await parkEntry((await db.outbox.where({ id: row.id }).first()) as never, 'No.')
  await db.outbox.add(
    newEntry(account, { survey: made, endpoint: 'media.upload', input: null, subSection: 'p' }),
  )
  await recordDeletion(account, made)
  expect(await named()).toEqual(['delete'])
})

test('deleted, restored and deleted again: the last action wins, even if the first was sent', async () => {
  await rememberSurvey(account, surveyWire())
  await db.listed.put({ account, id: surveyId, item: (await inList())[0]?.attributes ?? ({} as never) })
  const [shown] = await inList()
  await recordDeletion(account, surveyId)
  await db.outbox.toCollection().modify({ attempts: 1 })
  if (shown) await recordRestore(account, shown)
  expect(await named(surveyId)).toEqual(['delete', 'restore'])
  expect(await inList()).toHaveLength(1)
  await recordDeletion(account, surveyId)
  expect(await named(surveyId)).toEqual(['delete'])
  expect(await inList()).toEqual([])
})

test('in any order of actions, the creation comes first and the last deletion or restoration wins', async () => {
  const names = fc.array(fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(names, async (given8) => {
      await db.outbox.clear()
      await db.copies.clear()
      await recordCreation(account, given)
      for (const name of given8) await acts[name]()
      const rows = await named()
      expect(rows[0]).toBe('create')
      const last = given8.findLast((name) => name === 'delete' || name === 'undo')
      expect((await inList()).length).toBe(last === 'delete' ? 0 : 1)
      const ends = rows.filter((name) => name === 'delete' || name === 'restore')
      // Undo without a deletion queues a harmless restoration.
      expect(ends.at(-1) === 'delete').toBe(last === 'delete')
      expect(new Set(rows.filter((name) => name === 'create')).size).toBe(1)
    }),
    { numRuns: 40 },
  )
})

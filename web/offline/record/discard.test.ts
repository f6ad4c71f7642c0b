import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { Section } from '#survey/survey.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { dismissRecoveredAnswers } from '../incoming/recovered-answers.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { newEntry } from '../operations/entries.ts'
import { readSync } from '../outbox/status.ts'
import { acknowledgeEntry, freezePayload, parkEntry } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { discardEntries, readRejected } from './discard.ts'
import { recordAnswer, recordEntry } from './record-answer.ts'
import { addSimilarEntry, recordStatus } from './record-change.ts'
import { recordUpload } from './record-media.ts'

const section = emptySurvey().sections[0] as Section
const part = section.subSections[0]
const field = part?.answers[0]
const added = '019c0000-0000-7000-8000-0000000000cc'

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

function type(value: string, subSection = part?.id ?? '', answer = field?.id ?? '') {
  const place = { survey: surveyId, section: section.id, subSection, answer }
  const given = { value, values: [], at: '2026-11-02T09:00:00.000Z', baseRevision: 0, copiedFrom: null }
  return recordAnswer(account, { ...place, name: 'Name', ...given })
}

const waiting = () => db.outbox.where({ account }).sortBy('seq')

async function seal() {
  const [row] = await waiting()
  const sealed = await freezePayload(row?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

test('lists rejected changes and discards them without the rest', async () => {
  await type('Hill House')
  await parkEntry(await seal(), 'This answer is too long.')
  await recordStatus(account, surveyId, 'Started')
  const refused = await readRejected(account, surveyId)
  expect(refused.losses).toEqual([{ kind: 'answer', field: 'Name', value: 'Hill House' }])
  expect(refused.problems).toEqual(['This answer is too long.'])
  await discardEntries(account, refused.entries)
  expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['surveys.submit'])
  expect((await readSync(account, surveyId)).refused).toEqual([])
  const shown = (await loadSurvey(account, surveyId))?.survey
  expect(shown?.sections[0]?.subSections[0]?.answers[0]?.value).toBe('')
})

test('does not discard answers that were edited again while the dialog was open', async () => {
  await type('Hill House')
  await parkEntry(await seal(), 'This answer is too long.')
  const { entries } = await readRejected(account, surveyId)
  await type('Hill')
  // Nor entries of another survey beside a rejected one.
  const creation = {
    survey: added,
    endpoint: 'surveys.create',
    input: {},
    state: 'parked',
    seq: 0.5,
  } as const
  await db.outbox.add(newEntry(account, creation))
  await discardEntries(account, entries)
  expect((await waiting()).map(({ state }) => state)).toEqual(['parked', 'waiting'])
  const shown = (await loadSurvey(account, surveyId))?.survey
  expect(shown?.sections[0]?.subSections[0]?.answers[0]?.value).toBe('Hill')
})

test('discards a rejected sub-section with the answers and photos that depend on it', async () => {
  await recordEntry(addSimilarEntry(account, { survey: surveyId, section: section.id, subSection: added }))
  await parkEntry(await seal(), 'This section cannot have more parts.')
  await type('West wing', added, 'a1')
  const place = { survey: surveyId, subSection: added, answer: 'a1' }
  const data = { bytes: new ArrayBuffer(4), type: 'image/jpeg' }
  const file = {
    id: 'f1',
    kind: 'photo',
    name: 'gate.jpg',
    stage: 'ready',
    thumbnail: null,
    poster: null,
  } as const
  await recordUpload(account, place, 'u1', [{ ...file, data }])
  const refused = await readRejected(account, surveyId)
  expect(refused.losses).toEqual([
    { kind: 'added-part', subSection: added },
    { kind: 'answer', field: 'Name', value: 'West wing' },
    { kind: 'file', name: 'gate.jpg' },
  ])
  await discardEntries(account, refused.entries)
  const left = [db.outbox, db.answers, db.files, db.blobs].map((store) => store.count())
  expect(await Promise.all(left)).toEqual([0, 0, 0, 0])
})

test('does not touch other accounts’ entries or entries being sent', async () => {
  await type('Hill House')
  const { id } = await seal()
  await discardEntries(account, [id])
  await discardEntries('somebody', [id])
  expect(await waiting()).toHaveLength(1)
})

test('keeps an answer saved aside by the server until the user has read it', async () => {
  await type('Hill House')
  const attributes = {
    last_edited: '2026-11-02T09:00:01.000Z',
    progress: '20% completed',
    saved: [],
    conflicts: [],
    recovered: [field?.id ?? ''],
  }
  await acknowledgeEntry(await seal(), { data: { id: surveyId, type: 'survey', attributes } })
  await rememberSurvey(account, surveyWire())
  expect((await loadSurvey(account, surveyId))?.recovered).toEqual([{ field: 'Name', value: 'Hill House' }])
  expect(await db.answers.count()).toBe(0)
  await dismissRecoveredAnswers(account, surveyId)
  expect((await loadSurvey(account, surveyId))?.recovered).toEqual([])
})

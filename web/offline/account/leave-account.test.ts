import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { readUnsent } from '../outbox/unsent.ts'
import { unsentText } from '../outbox/unsent-text.ts'
import { readWaiting } from '../outbox/waiting.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { recordUpload } from '../record/record-media.ts'
import { waitingOfOthers } from '../storage/device-stores.ts'
import { bundleKey } from '../store/bundled-entries.ts'
import { db } from '../store/database.ts'
import { forgetAccount, forgetConfirmed } from './leave-account.ts'

const other = '019b0000-0000-7000-8000-0000000000ff'
const sentSurvey = '019b0000-0000-7000-8000-0000000000b2'
const section = emptySurvey().sections[0]
const part = section?.subSections[0]
const where = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }
const bytes = () => ({ bytes: new Uint8Array([1, 2]).buffer as ArrayBuffer, type: 'image/jpeg' })

beforeEach(async () => {
  await db.delete()
  await db.open()
  for (const who of [account, other]) {
    await rememberTemplate(who, templateWire())
    await rememberTemplate(who, { ...templateWire(), id: sentSurvey })
    await rememberSurvey(who, surveyWire())
    await rememberSurvey(who, { ...surveyWire(), id: sentSurvey, user_survey_sections: [] })
    await db.pictures.put({ account: who, id: 'p', survey: surveyId, size: 2, keptAt: '', ...bytes() })
    await db.kept.put({ account: who, id: 'templates', value: [] })
    await db.kept.put({ account: who, id: bundleKey('x'), value: ['e'] })
  }
  await type()
  await recordUpload(account, where, '019b0000-0000-7000-8000-0000000000c1', [
    {
      id: '019b0000-0000-7000-8000-0000000000c2',
      kind: 'photo',
      name: 'roof.jpg',
      stage: 'ready',
      thumbnail: null,
      poster: null,
      data: bytes(),
    },
  ])
  await db.blobs.put({ account, survey: sentSurvey, id: 'left over', ...bytes() })
})

function type() {
  return recordAnswer(account, {
    ...where,
    section: section?.id ?? '',
    name: 'Property name',
    value: 'Harbor',
    values: [],
    at: '2026-11-02T09:00:00.000Z',
    baseRevision: 0,
    copiedFrom: null,
  })
}

const rowsOf = async (who: string) => {
  const tables = db.tables.filter(({ name }) => name !== 'outbox')
  const rows = await Promise.all(
    tables.map(async (table) => [
      table.name,
      (await table.toArray()).filter((row) => row.account === who).length,
    ]),
  )
  return Object.fromEntries(rows.filter(([, count]) => count !== 0)) as Record<string, number>
}

test('describes unsent work in words', async () => {
  const unsent = await readUnsent(account)
  expect(unsent).toMatchObject({ answers: 1, photos: 1, videos: 0, others: 0 })
  expect(unsent && unsentText(unsent)).toBe('1 answer and 1 photo')
  expect(await readUnsent(other)).toBeNull()
  const waiting = await readWaiting(account)
  expect(waiting).toMatchObject({ unsent: 2, state: 'on this device', refused: 0 })
  expect([...waiting.surveys]).toEqual([[surveyId, 'on this device']])
  expect(Date.parse(waiting.since)).not.toBeNaN()
})

test('logging out keeps unsent work with everything it needs, and nothing else', async () => {
  const others = await rowsOf(other)
  await forgetConfirmed(account)
  expect(await rowsOf(account)).toEqual({
    templates: 1,
    copies: 1,
    subSections: surveyWire().user_survey_sections.length,
    answers: 1,
    files: 1,
    blobs: 1,
    kept: 1,
  })
  expect(await db.outbox.count()).toBe(2)
  const loaded = await loadSurvey(account, surveyId)
  expect(loaded?.survey.sections[0]?.subSections[0]?.answers[0]?.value).toBe('Harbor')
  expect(await rowsOf(other)).toEqual(others)
})

test('logging out leaves nothing once everything is sent', async () => {
  await db.outbox.clear()
  await forgetConfirmed(account)
  expect(await rowsOf(account)).toEqual({ kept: 1 })
})

test('a deleted account leaves nothing; other accounts keep their data', async () => {
  const others = await rowsOf(other)
  await forgetAccount(account)
  expect(await rowsOf(account)).toEqual({})
  expect(await db.outbox.count()).toBe(0)
  expect(await rowsOf(other)).toEqual(others)
})

test('shows only the number of other accounts’ changes', async () => {
  expect(await waitingOfOthers(other)).toBe(2)
  expect(await waitingOfOthers(account)).toBe(0)
})

import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { failures } from '#contract/failure.ts'
import { t } from '#contract/messages/translate.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { db } from '../store/database.ts'
import { readSync } from './status.ts'
import { evaluateFailure, freezePayload, parkEntry } from './transitions.ts'

const section = emptySurvey().sections[0]
const part = section?.subSections[0]
const words = t('surveys.tooLarge', { megabytes: 16 })

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

function type(value: string) {
  return recordAnswer(account, {
    survey: surveyId,
    section: section?.id ?? '',
    subSection: part?.id ?? '',
    answer: part?.answers[0]?.id ?? '',
    name: part?.answers[0]?.field.name ?? '',
    value,
    values: [],
    at: '2026-11-02T09:00:00.000Z',
    baseRevision: 0,
    copiedFrom: null,
  })
}

const waiting = () => db.outbox.where({ account }).sortBy('seq')
const shown = async () =>
  (await loadSurvey(account, surveyId))?.survey.sections[0]?.subSections[0]?.answers[0]?.value

async function refuse() {
  const row = await freezePayload((await waiting())[0]?.seq ?? 0)
  if (!row) throw new Error('nothing to send')
  const { status } = failures['survey.tooLarge']
  const errors = [{ message: words }]
  expect(evaluateFailure(row.endpoint, { status, errors })).toEqual({ kind: 'park' })
  await parkEntry(row, words, errors)
}

test('keeps what a full survey rejects, shows the server’s message, and continues when shortened', async () => {
  await type('a very long text')
  await refuse()
  expect(await shown()).toBe('a very long text')
  expect(await waiting()).toMatchObject([{ state: 'parked', problem: words }])
  expect(await readSync(account, surveyId)).toMatchObject({ state: 'needs attention' })

  await type('short')
  const row = await freezePayload((await waiting())[0]?.seq ?? 0)
  expect(JSON.stringify(row?.input)).toContain('short')
  expect(await waiting()).toHaveLength(1)
  expect(await shown()).toBe('short')
})

import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { Section } from '#survey/survey.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { recordUpload } from '../record/record-media.ts'
import { db } from '../store/database.ts'
import { readSync } from './status.ts'
import { readWaiting } from './waiting.ts'

const section = emptySurvey().sections[0] as Section
const part = section.subSections[0]

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

test('counts unsent changes in other surveys the same way: two photos of one upload are two', async () => {
  const place = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }
  const data = { bytes: new ArrayBuffer(4), type: 'image/jpeg' }
  const file = {
    kind: 'photo',
    name: 'gate.jpg',
    stage: 'ready',
    thumbnail: null,
    poster: null,
    data,
  } as const
  await recordUpload(account, place, 'u1', [
    { ...file, id: 'one' },
    { ...file, id: 'two' },
  ])
  const { elsewhere } = await readSync(account, '019b0000-0000-7000-8000-0000000000cc')
  expect(elsewhere).toBe(2)
  expect((await readWaiting(account)).unsent).toBe(2)
  expect(await readSync(account, surveyId)).toMatchObject({ unsent: 2, elsewhere: 0 })
})

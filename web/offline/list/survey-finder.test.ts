import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { db } from '../store/database.ts'
import { findOnDevice } from './survey-finder.ts'

const [section] = sampleTemplate.sections
const name = section?.name ?? ''
const another = (end: string, change: object) => ({
  ...surveyWire(),
  id: surveyId.slice(0, -2) + end,
  user_survey_sections: [],
  ...change,
})

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

test('finds this account’s unfinished surveys with the section, newest first', async () => {
  await rememberSurvey(
    account,
    another('c1', { survey_name: 'Newer', date_created: '2027-01-01T00:00:00.000Z' }),
  )
  await rememberSurvey(account, another('c2', { status: 'Completed' }))
  await rememberSurvey(account, another('c3', { survey_template_id: '019b0000-0000-7000-8000-0000000000ff' }))
  await rememberSurvey(account.replace(/a$/, 'b'), another('c4', {}))
  const found = await findOnDevice(account, name)
  expect(found.map((one) => [one.name, one.sectionId])).toEqual([
    ['Newer', section?.id],
    ['Harbor View', section?.id],
  ])
  expect(await findOnDevice(account, 'No such section')).toEqual([])
})

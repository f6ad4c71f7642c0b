import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSimilar, removeSimilar } from '#contract/surveys/surveys.ts'
import { openAnswer, wholeAccount } from '#server/features/surveys/access.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { readTicket } from '#server/http/ticket.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addPhoto } from '#server/testing/photos.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { missingInSurvey } from '#survey/mandatory.ts'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

test('contains each photo with addresses that only open that photo', async () => {
  const survey = await startSurvey(sam)
  const added = await addPhoto(here, sam.id, survey, 'The gate')
  const [photo, ...others] = detailOf(await readSurvey(sam, survey.id), 'Building', 'Notes').photos
  expect(others).toEqual([])
  expect(photo).toMatchObject({
    id: added.media,
    media_id: added.upload,
    // The extension matches the content of the address: the displayed picture.
    filename: 'a.jpg',
    description: 'The gate',
    content_type: 'image/jpeg',
    byte_size: 36,
    width: 1920,
    height: 1080,
    position: { latitude: 40.5, longitude: -73.9 },
  })
  const { ticketKey, clock } = here.context
  const addresses = [photo?.url, photo?.thumbnail_url, photo?.original_url].map((one) => one ?? '')
  expect(
    addresses.map((url) => readTicket(ticketKey, 'media', url.replace('/api/files/media/', ''), clock())),
  ).toEqual(
    ['view', 'thumb', 'original'].map((rendition) => ({
      what: 'media',
      subject: added.media,
      rendition,
      holder: { account: sam.id, session: sam.sessionId },
    })),
  )
})

test('reading what the session already received writes and locks nothing', async () => {
  const survey = await startSurvey(sam)
  const written = async () => {
    const { rows } = await sql<{ event: number; rows: string[] }>`
      select reading.event, array[reading.xmin::text, reading.xmax::text, session.xmax::text] as rows
      from survey_reading reading join session on session.id = reading.session_id
      where reading.session_id = ${sam.sessionId} and reading.part_id = ${survey.id}`.execute(here.context.db)
    return rows
  }
  await readSurvey(sam, survey.id)
  const first = await written()
  expect(first).toHaveLength(1)
  await readSurvey(sam, survey.id)
  expect(await written()).toEqual(first)
  await save(sam, survey, allMandatory)
  await readSurvey(sam, survey.id)
  const [later] = await written()
  expect(later?.event).toBeGreaterThan(first[0]?.event ?? Number.POSITIVE_INFINITY)
})

test('contains no photo of a removed sub-section', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  await addPhoto(here, sam.id, survey)
  const ids = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
  await sam.api.call(addSimilar, { body: ids })
  const query = { ...ids, user_survey_sub_section_id: partOf(survey, 'Building').id }
  const { body } = await sam.api.call(removeSimilar, { query })
  expect(JSON.stringify(body)).not.toContain('a.heic')
  expect(JSON.stringify(await readSurvey(sam, survey.id))).not.toContain('a.heic')
})

test('the engine loads the same survey', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  const { media } = await addPhoto(here, sam.id, survey, 'The gate')
  const { survey: loaded } = await loadWithMedia(here.context.db, survey.id)
  expect(missingInSurvey(loaded)).toEqual([])
  expect(loaded).toMatchObject({ name: 'Hill House', owner: 'Mrs Dudley', createdBy: 'Sam Rivera' })
  expect(loaded.sections[0]?.subSections[0]?.answers[2]?.media).toEqual([
    { id: media, kind: 'photo', description: 'The gate', copiedFrom: null },
  ])
})

test('an answer is found only with access to its survey, with its place and its field', async () => {
  const survey = await startSurvey(sam)
  const eve = await here.make.account()
  const { id } = detailOf(survey, 'Building', 'Notes')
  const { db } = here.context
  const unknown = { code: 'survey.partNotFound' }
  expect(await openAnswer(db, wholeAccount(eve.id), id, 'read')).toMatchObject(unknown)
  expect(await openAnswer(db, wholeAccount(sam.id), survey.id, 'read')).toMatchObject(unknown)
  expect(await openAnswer(db, wholeAccount(sam.id), id, 'edit')).toMatchObject({
    id,
    surveyId: survey.id,
    ownerId: sam.id,
    sectionId: sectionNamed(survey, 'Building').id,
    subSectionId: partOf(survey, 'Building').id,
    subSectionDeleted: false,
    field: { name: 'Notes', media: true },
  })
})

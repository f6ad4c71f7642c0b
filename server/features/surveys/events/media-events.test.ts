import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { deleteMedia, describeMedia } from '#contract/media/media.ts'
import { surveyEvents } from '#contract/surveys/survey-events.ts'
import { recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, removeSimilar, submitSurvey } from '#contract/surveys/surveys.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { jpeg } from '#server/testing/pictures.ts'
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

let here: TestApp
/** One person on two devices. */
let sam: MadeAccount
let samsTablet: MadeAccount
let photo: Buffer
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  sam = await here.make.account()
  samsTablet = { ...sam, api: await otherSession(sam) }
  photo = await jpeg({ width: 64, height: 48 })
})
afterAll(() => here.close())

const opened: EventReader[] = []
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close()
})

/** Opens the tablet's stream, after the event `last` where it is given, and returns it with its position. */
async function follow(survey: { readonly id: string }, last?: number) {
  const { port } = here.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api${surveyEvents.path.replace('{id}', survey.id)}`
  const stream = await EventReader.open(url, {
    token: samsTablet.api.token ?? '',
    ...(last !== undefined && { 'last-event-id': `${last}` }),
  })
  opened.push(stream)
  const { id } = await stream.next()
  return { stream, id }
}

const say = (text: string) => ({ in: 'Building', field: 'Notes', field_value: text })

test('a photo, its caption and its removal name their answer, and only that', async () => {
  const survey = await startSurvey(sam)
  const { stream } = await follow(survey)
  const { id } = detailOf(survey, 'Building', 'Notes')
  const named = async () => {
    const { last_edited } = await readSurvey(sam, survey.id)
    const event = await stream.next()
    expect(event).toMatchObject({ event: 'survey', id: expect.any(Number) })
    expect(event.data).toEqual({ last_edited, files: [id] })
  }
  const upload = await attach(sam, id, [photoPart(photo)])
  await named()
  const name = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  await sam.api.call(describeMedia, { body: { ...name, description: 'The crack' } })
  await named()
  await sam.api.call(deleteMedia, { query: name })
  await named()
})

test('several are one event, after the values; a reader cut off in between gets both again', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, [say('Dry')])
  const { id: start, stream } = await follow(survey)
  stream.close()
  const [notes, riser] = [detailOf(survey, 'Building', 'Notes').id, detailOf(survey, 'Floor', 'Riser').id]
  await attach(sam, notes, [photoPart(photo)])
  await save(sam, survey, [say('Damp')])
  await attach(sam, riser, [photoPart(photo)])
  await attach(sam, notes, [photoPart(photo)])
  for (const again of [await follow(survey, start), await follow(survey, start)]) {
    const [values, files] = [await again.stream.next(), await again.stream.next()]
    expect([values.event, values.data.answers]).toMatchObject(['answers', [{ field_value: 'Damp' }]])
    expect(again.stream.events[1]?.id).toBeUndefined()
    expect(files).toMatchObject({ event: 'survey', data: { files: [notes, riser] } })
    expect(files.id).toBeGreaterThan(start)
  }
})

test('beside another kind of change, or with too many answers, the survey is to be read', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, [say('Dry')])
  const { id: start, stream } = await follow(survey)
  stream.close()
  const { id } = detailOf(survey, 'Building', 'Notes')
  await attach(sam, id, [photoPart(photo)])
  await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { survey_name: 'Hill End' } })
  const mixed = await (await follow(survey, start)).stream.next()
  expect([mixed.event, mixed.data.files]).toEqual(['survey', undefined])
  const many = JSON.stringify(Array.from({ length: limits.changedFilesMax + 1 }, () => newId()))
  await sql`insert into survey_event (survey_id, session_id, kind, answers)
    values (${survey.id}, ${newId()}, 'media', ${many}::jsonb)`.execute(here.context.db)
  const crowded = await (await follow(survey, mixed.id)).stream.next()
  expect([crowded.event, crowded.data.files]).toEqual(['survey', undefined])
})

test('a restored photo has devices read the survey, since the list of recovered files changes', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  const user_survey_section_id = sectionNamed(survey, 'Building').id
  const place = { user_survey_id: survey.id, user_survey_section_id }
  await sam.api.call(addSimilar, { body: place })
  const wide = await readSurvey(sam, survey.id)
  const user_survey_sub_section_id = partOf(wide, 'Building', 1).id
  await sam.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id } })
  await attach(sam, detailOf(wide, 'Building', 'Notes', 1).id, [photoPart(photo)])
  const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
  const { stream } = await follow(survey)
  const moved = await sam.api.call(restoreRecovered, {
    params: { id: survey.id, recovered_id: body.data[0]?.id ?? '' },
    body: { user_survey_sub_section_id: partOf(wide, 'Building').id },
  })
  expect(moved.status).toBe(200)
  const event = await stream.next()
  expect([event.event, event.data.files]).toEqual(['survey', undefined])
})

test('a photo by another device does not make an own value of a deleted sub-section look unseen', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  const user_survey_section_id = sectionNamed(survey, 'Building').id
  const place = { user_survey_id: survey.id, user_survey_section_id }
  await sam.api.call(addSimilar, { body: place })
  const wide = await readSurvey(sam, survey.id)
  await save(sam, wide, [{ ...say('Mine'), index: 1 }])
  await attach(samsTablet, detailOf(wide, 'Building', 'Notes', 1).id, [photoPart(photo)])
  const user_survey_sub_section_id = partOf(wide, 'Building', 1).id
  const seen = partOf(wide, 'Building', 1).user_survey_sub_section_details.map(() => '0')
  const query = { ...place, user_survey_sub_section_id, seen_revisions: ['0', ...seen].join(',') }
  expect((await sam.api.call(removeSimilar, { query })).status).toBe(200)
  const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
  expect(body.data).toEqual([])
})

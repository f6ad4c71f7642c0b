import { sql } from 'kysely'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveContact } from '#contract/accounts/contacts.ts'
import { api } from '#contract/api.ts'
import { copyMedia, describeMedia } from '#contract/media/media.ts'
import { renamePlan } from '#contract/media/plans.ts'
import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import {
  addSimilar,
  createSurvey,
  deleteSurvey,
  removeSimilar,
  restoreSurvey,
  type SurveyDetail,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import { createForm, saveForm } from '#contract/templates/custom-forms.ts'
import { customFormRoutes } from '#server/features/custom-forms/routes.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { planRoutes } from '#server/features/plans/routes.ts'
import { surveyMoveRoutes } from '#server/features/survey-moves/routes.ts'
import { surveyRoutes } from '#server/features/surveys/routes.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan } from '#server/testing/plans.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  readSurvey,
  sampleTemplate,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { templateFrom } from '#survey/template-source.ts'

const long = 'A door that sticks. '.repeat(400)

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account({ role: 'admin' })
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())
async function share(surveyId: string): Promise<void> {
  const member = { email: eve.email, account_id: eve.id, role: 'editor', added_by: sam.id }
  await here.context.db
    .insertInto('survey_member')
    .values({ id: newId(), survey_id: surveyId, ...member })
    .execute()
}

beforeEach(async () => {
  survey = await startSurvey(sam)
  await save(sam, survey, [...allMandatory, { in: 'Building', field: 'Notes', field_value: long }])
})

/** Size of the largest stored reply of these keys, in bytes. */
async function storedBytes(...keys: string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select max(octet_length(reply::text)) as bytes from replay where key::text = any(${keys})`.execute(
    here.context.db,
  )
  return rows[0]?.bytes ?? 0
}

/** Sends a call twice under one key, and checks that almost nothing is stored for its reply. */
async function twice<Answer extends { readonly status: number; readonly body: unknown }>(
  send: (sending: { key: string }) => Promise<Answer>,
) {
  const key = newKey()
  const first = await send({ key })
  const again = await send({ key })
  expect(await storedBytes(key)).toBeLessThan(4_200)
  expect(again.status).toBe(first.status)
  return { first: first.body as Answer['body'], again: again.body as Answer['body'], key }
}

test('repeated saves of a large survey store almost nothing for their replies', async () => {
  const keys = Array.from({ length: 50 }, () => newKey())
  const sizes = await Promise.all(
    keys.map(async (key) => {
      const call = { params: { id: survey.id }, body: {} }
      return JSON.stringify((await sam.api.call(submitSurvey, call, { key })).body).length
    }),
  )
  expect(Math.min(...sizes)).toBeGreaterThan(8_000)
  expect(await storedBytes(...keys)).toBeLessThan(100)
})

test('every call that returns a survey, or a large part of it, can rebuild its reply', () => {
  const routes = [...surveyRoutes, ...mediaRoutes, ...planRoutes, ...customFormRoutes, ...surveyMoveRoutes]
  const replayed = new Set(routes.flatMap(({ endpoint, replay }) => (replay ? endpoint.name : [])))
  const large = [...api.values()].filter(
    ({ method, whole, replayable }) => method !== 'GET' && whole && replayable !== false,
  )
  expect(large.map(({ name }) => name).filter((name) => !replayed.has(name))).toEqual([])
  expect(large.length).toBeGreaterThan(4)
})

test('a replayed create, submit or restore returns the same survey', async () => {
  const body = { survey_template_id: sampleTemplate.id, survey_name: 'Twice', owner_name: 'Mrs Dudley' }
  const made = await twice((sending) => sam.api.call(createSurvey, { body }, sending))
  expect(made.again).toEqual(made.first)
  const call = { params: { id: survey.id }, body: { status: 'Completed' as const } }
  const submitted = await twice((sending) => sam.api.call(submitSurvey, call, sending))
  expect(submitted.again).toEqual(submitted.first)
  expect(submitted.again.data.attributes.status).toBe('Completed')
  await sam.api.call(deleteSurvey, { params: { id: survey.id } })
  const restored = await twice((sending) =>
    sam.api.call(restoreSurvey, { params: { id: survey.id } }, sending),
  )
  expect(restored.again).toEqual(restored.first)
})

test('a replayed call returns the current state and changes nothing', async () => {
  const key = newKey()
  const submit = () => sam.api.call(submitSurvey, { params: { id: survey.id }, body: {} }, { key })
  await submit()
  const { id } = detailOf(survey, 'Building', 'Building name')
  await save(sam, survey, [{ in: 'Building', field: 'Building name', field_value: 'West', base_revision: 1 }])
  expect(detailOf((await submit()).body.data.attributes, 'Building', 'Building name')).toMatchObject({
    id,
    field_value: 'West',
    revision: 2,
  })
})

test('a replayed add or remove changes a section once and returns its current state', async () => {
  const section = sectionNamed(survey, 'Building')
  const body = { user_survey_id: survey.id, user_survey_section_id: section.id }
  const added = await twice((sending) => sam.api.call(addSimilar, { body }, sending))
  expect(added.again).toEqual(added.first)
  const parts = added.again.data.attributes.user_survey_sub_sections
  expect(parts).toHaveLength(2)
  const query = { ...body, user_survey_sub_section_id: parts[1]?.id ?? '' }
  const removed = await twice((sending) => sam.api.call(removeSimilar, { query }, sending))
  expect(removed.again).toEqual(removed.first)
  expect(removed.again.data.attributes.user_survey_sub_sections).toHaveLength(1)
  expect((await readSurvey(sam, survey.id)).user_survey_sections).toHaveLength(
    survey.user_survey_sections.length,
  )
})

test('a replayed save returns the same conflicts, for the winning and the losing values', async () => {
  await share(survey.id)
  const said = (field_value: string, edited_at: string, base_revision = 0) => [
    { in: 'Building', field: 'Notes', field_value, edited_at, base_revision },
  ]
  const early = said('Early', '2026-01-01T10:00:00.000Z')
  const late = await twice(({ key }) => save(eve, survey, early, key))
  expect(late.first.data.attributes.conflicts).toMatchObject([{ field_value: long, revision: 1 }])
  expect(late.again).toEqual(late.first)

  // By then the losing value is in the history.
  const now = said('Eve', new Date(here.context.clock().getTime() + 1_000).toISOString())
  const taken = await twice(({ key }) => save(eve, survey, now, key))
  expect(taken.first.data.attributes.conflicts).toMatchObject([
    { field_value: long, edited_by: 'Sam Rivera' },
  ])
  expect(taken.again).toEqual(taken.first)

  await here.context.db.deleteFrom('survey_member').where('survey_id', '=', survey.id).execute()
  expect((await save(eve, survey, early, late.key)).status).toBe(404)
})

test('replays return photos with long drawings and plans with many pins', async () => {
  const notes = detailOf(survey, 'Building', 'Notes').id
  const { id, photo_details } = await attach(sam, notes, [photoPart(await phonePhoto())])
  const { db } = here.context
  const place = { x1: 0, y1: 0.8, x2: 0.5, y2: 0.9, color: 'white', width: 'thin' }
  const shapes = Array.from({ length: 40 }, () => ({
    ...place,
    kind: 'text',
    text: long.slice(0, 190).trim(),
  }))
  await sql`update media set shapes = ${JSON.stringify(shapes)}::jsonb, drawn_at = now(),
    drawn_file_id = file_id where upload_id = ${id}`.execute(db)
  const photo = photo_details[0]?.id ?? ''
  const named = { user_survey_media_id: id, photo_id: photo, description: 'The door' }
  const described = await twice((sending) => sam.api.call(describeMedia, { body: named }, sending))
  expect(described.again.data).toMatchObject({ id: photo, description: 'The door' })
  const copied = await twice((sending) =>
    sam.api.call(
      copyMedia,
      { body: { user_survey_sub_section_detail_id: notes, attached_photos: [{ id: photo }] } },
      sending,
    ),
  )
  expect(copied.again.data.id).toBe(copied.first.data.id)
  expect(copied.again.data.attributes.photo_details).toHaveLength(1)

  const plan = await makePlan(sam, survey.id)
  const section = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Floor').id }
  for (let floor = 0; floor < 40; floor++)
    await sam.api.call(addSimilar, { body: { ...section, again: true } })
  await sql`insert into plan_pin (id, plan_id, survey_id, sub_section_id, x, y, edited_at, number)
    select gen_random_uuid(), ${plan.id}, ${survey.id}, id, 0.5, 0.5, now(), row_number() over ()
    from sub_section where section_id = ${section.user_survey_section_id}`.execute(db)
  const call = { params: { id: plan.id }, body: { name: 'Level 3' } }
  const renamed = await twice((sending) => sam.api.call(renamePlan, call, sending))
  expect(renamed.again).toEqual(renamed.first)
})

test('a replay returns a contact card with its photo', async () => {
  const attributes = { firstName: 'Ana', photo: `data:image/jpeg;base64,${'A'.repeat(20_000)}` }
  const call = { params: { id: newId() }, body: { data: { attributes } } }
  const card = await twice((sending) => sam.api.call(saveContact, call, sending))
  expect(card.again).toEqual(card.first)
})

test('a replay returns a draft as it was saved, with the revision of that moment', async () => {
  const form = {
    schema: 'fieldbook-form/1' as const,
    name: 'Doors',
    description: long.slice(0, 4_900),
    sections: [{ key: 'door', name: 'Door', fields: [] }],
  }
  const id = newId()
  const made = await twice((sending) => sam.api.call(createForm, { body: { id, form } }, sending))
  expect(made.again).toEqual(made.first)
  const changed = { ...form, name: 'Doors and windows' }
  const [, first] =
    made.first.data.attributes.revision === 0 ? [0, 0] : [0, made.first.data.attributes.revision]
  const saved = await twice((sending) =>
    sam.api.call(saveForm, { body: { id, revision: first, form: changed } }, sending),
  )
  expect(saved.again).toEqual(saved.first)
  const { revision } = saved.first.data.attributes
  await sam.api.call(saveForm, { body: { id, revision, form: { ...form, name: 'Others' } } })
  const body = { id, revision: first, form: changed }
  const later = await sam.api.call(saveForm, { body }, { key: saved.key })
  expect(later.body.data.attributes).toMatchObject({ revision, name: 'Doors and windows', form: changed })
})

test('a replayed move omits the moved answers; a replayed dry run is computed again', async () => {
  const series = '019b0000-0000-7000-8000-0000000000ab'
  const version = (at: number, key: string) =>
    templateFrom({
      ...{ series, version: at, name: 'Doors' },
      sections: [{ key: 'door', name: 'Door', fields: [{ key, name: key, type: 'text' }] }],
    })
  const [first, second] = [version(1, 'notes'), version(2, 'lock')]
  await addMissingTemplates(here.context.db, [
    { ...first, series },
    { ...second, series },
  ])
  const doors = await startSurvey(sam, { template: first })
  await save(sam, doors, [{ in: 'Door', field: 'notes', field_value: long }])
  const body = { survey_ids: [doors.id], survey_template_id: second.id }
  const planned = await twice((sending) =>
    sam.api.call(moveSurveys, { body: { ...body, dry_run: true } }, sending),
  )
  expect(planned.again).toEqual(planned.first)
  const moved = await twice((sending) => sam.api.call(moveSurveys, { body }, sending))
  const [told, again] = [moved.first.data[0]?.attributes, moved.again.data[0]?.attributes]
  expect(told).toMatchObject({ state: 'moved', plan: { earlier: 1, answers: { earlier: [{}] } } })
  expect(again).toEqual({ ...told, plan: { ...told?.plan, added: [], answers: null } })
})

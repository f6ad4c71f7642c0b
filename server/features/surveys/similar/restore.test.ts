import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deletedSimilar, restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { recoveredAnswers } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, autoSave, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan, pin } from '#server/testing/plans.ts'
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
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { twoBuildings, westWing } from '#server/testing/two-buildings.ts'
import { type SectionSource, templateFrom } from '#survey/template-source.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account()
})
afterAll(() => here.close())

async function remove(survey: SurveyDetail, index: number, more: { seen_revisions?: string } = {}) {
  const query = {
    user_survey_id: survey.id,
    user_survey_section_id: sectionNamed(survey, 'Building').id,
    user_survey_sub_section_id: partOf(survey, 'Building', index).id,
    ...more,
  }
  expect((await sam.api.call(removeSimilar, { query })).status).toBe(200)
}

function wanted(survey: SurveyDetail, index: number) {
  return { params: { id: survey.id, sub_section_id: partOf(survey, 'Building', index).id } }
}

function listed(survey: SurveyDetail) {
  return {
    params: { id: survey.id },
    query: { user_survey_section_id: sectionNamed(survey, 'Building').id },
  }
}

async function recovered(survey: SurveyDetail): Promise<readonly string[]> {
  const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
  return body.data.map(({ attributes }) => attributes.field_value)
}

describe('authorization', () => {
  test('seeing and restoring deleted sub-sections requires a full session with edit rights', async () => {
    const survey = await twoBuildings(sam)
    await remove(survey, 1)
    const after = await readSurvey(sam, survey.id)
    const restricted = await here.make.account({ passwordIsOwn: false })
    for (const [endpoint, input] of [
      [deletedSimilar, listed(survey)],
      [restoreSimilar, wanted(survey, 1)],
    ] as const) {
      const elsewhere = { ...input, params: { ...input.params, id: newId() } }
      const refused = [
        await here.api.call(endpoint, input as never),
        await restricted.api.call(endpoint, input as never),
        await eve.api.call(endpoint, input as never),
        await sam.api.call(endpoint, elsewhere as never),
      ]
      expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
      expect(refused[2]?.errors).toEqual(refused[3]?.errors)
    }
    expect(await readSurvey(sam, survey.id)).toEqual(after)
  })

  test('rejects sub-sections of other surveys and unknown ones', async () => {
    const survey = await twoBuildings(sam)
    const own = await startSurvey(eve)
    const theirs = { id: own.id, sub_section_id: partOf(survey, 'Building', 1).id }
    await remove(survey, 1)
    expect((await eve.api.call(restoreSimilar, { params: theirs })).status).toBe(404)
    const never = { id: survey.id, sub_section_id: newId() }
    expect((await sam.api.call(restoreSimilar, { params: never })).status).toBe(404)
    const elsewhere = { params: { id: own.id }, query: listed(survey).query }
    expect((await eve.api.call(deletedSimilar, elsewhere)).status).toBe(404)
  })
})

test('a deleted building is listed with its name and its contents', async () => {
  const survey = await twoBuildings(sam)
  expect((await sam.api.call(deletedSimilar, listed(survey))).body.data).toEqual([])
  await attach(sam, detailOf(survey, 'Building', 'Notes', 1).id, [photoPart(await phonePhoto())])
  await remove(survey, 1)
  const { body } = await sam.api.call(deletedSimilar, listed(survey))
  expect(body.data).toEqual([
    {
      id: partOf(survey, 'Building', 1).id,
      type: 'deleted_sub_section',
      attributes: {
        section_id: sectionNamed(survey, 'Building').id,
        sub_section_title: 'West wing',
        deleted_at: expect.any(String),
        answers: 1,
        files: 1,
      },
    },
  ])
})

test('a restored one has its place, answers, photos, pin and progress again', async () => {
  const survey = await twoBuildings(sam)
  const notes = detailOf(survey, 'Building', 'Notes').id
  await attach(sam, notes, [photoPart(await phonePhoto())])
  const plan = await makePlan(sam, survey.id)
  await pin(sam, plan.id, partOf(survey, 'Building').id, { x: 0.5, y: 0.5 })
  const before = await readSurvey(sam, survey.id)
  await remove(survey, 0)
  expect((await readSurvey(sam, survey.id)).progress).not.toBe(before.progress)
  const key = newKey()
  const { status, body } = await sam.api.call(restoreSimilar, wanted(survey, 0), { key })
  expect(status).toBe(200)
  const ids = (section: typeof body.data.attributes) => section.user_survey_sub_sections.map(({ id }) => id)
  expect(ids(body.data.attributes)).toEqual(ids(sectionNamed(before, 'Building')))
  const { last_edited: _, ...now } = await readSurvey(sam, survey.id)
  const { last_edited: __, ...then } = before
  expect(unsigned(now)).toEqual(unsigned(then))
  // Repeated with the same key and another: no further effect.
  for (const again of [key, newKey()])
    expect((await sam.api.call(restoreSimilar, wanted(survey, 0), { key: again })).status).toBe(200)
  expect(unsigned(await readSurvey(sam, survey.id))).toMatchObject(unsigned(then))
  expect((await sam.api.call(deletedSimilar, listed(survey))).body.data).toEqual([])
})

/** Removes signed parts of addresses. */
function unsigned<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replace(/(\/media\/)[^"]+/g, '$1'))
}

test("a restored one contains another user's last answer, which is not recovered twice", async () => {
  const seen = await twoBuildings(sam)
  const revisions = partOf(seen, 'Building', 1).user_survey_sub_section_details.map(
    ({ revision }) => revision,
  )
  const tablet = await otherSession(sam)
  await save({ ...sam, api: tablet }, seen, [{ ...westWing, field_value: 'North wing' }])
  await remove(seen, 1, { seen_revisions: [0, ...revisions].join() })
  expect(await recovered(seen)).toEqual(['North wing'])
  await save({ ...sam, api: tablet }, seen, [{ ...westWing, field: 'Notes', field_value: 'Came late' }])
  expect((await sam.api.call(restoreSimilar, wanted(seen, 1))).status).toBe(200)
  const after = await readSurvey(sam, seen.id)
  expect(detailOf(after, 'Building', 'Building name', 1).field_value).toBe('North wing')
  // A value that never was in it is still recovered.
  expect(await recovered(seen)).toEqual(['Came late'])
})

test('a survey at its maximum size rejects a restore, which works once there is space', async () => {
  const small = await testAppForThisTest()
  await addSampleTemplate(small)
  const ann = await small.make.account()
  const survey = await startSurvey(ann)
  await save(ann, survey, allMandatory)
  const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id }
  await ann.api.call(addSimilar, { body: place })
  const wide = await readSurvey(ann, survey.id)
  await save(ann, wide, [{ in: 'Building', index: 1, field: 'Notes', field_value: 'x'.repeat(5_000) }])
  const query = { ...place, user_survey_sub_section_id: partOf(wide, 'Building', 1).id }
  await ann.api.call(removeSimilar, { query })
  const { bytes } = await small.context.db.selectFrom('survey').select('bytes').executeTakeFirstOrThrow()
  Object.assign(small.context.config, { surveyBytes: bytes + 4_000 })
  const full = await readSurvey(ann, survey.id)
  const back = await ann.api.call(restoreSimilar, wanted(wide, 1))
  expect([back.status, back.errors.length]).toEqual([422, 1])
  expect(await readSurvey(ann, survey.id)).toEqual(full)
  expect((await ann.api.call(deletedSimilar, listed(wide))).body.data).toHaveLength(1)
  Object.assign(small.context.config, { surveyBytes: bytes + 40_000 })
  expect((await ann.api.call(restoreSimilar, wanted(wide, 1))).status).toBe(200)
})

describe('in a survey that was moved to another version meanwhile', () => {
  const series = '019b0000-0000-7000-8000-0000000000ee'
  const number = { key: 'number', name: 'Number', type: 'text' } as const
  const notes = { key: 'notes', name: 'Notes', type: 'text' } as const
  const floor = { key: 'floor', name: 'Floor', type: 'text' } as const
  const units = (...fields: SectionSource['fields']): SectionSource => ({
    ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit', fields },
  })
  const version = (at: number, ...sections: SectionSource[]) =>
    templateFrom({ series, version: at, name: 'Units', sections })
  const site: SectionSource = { key: 'site', name: 'Site', fields: [notes] }
  const first = version(1, site, units(number, notes))
  const second = version(2, site, units(number, floor))
  const third = version(3, site)

  test('its answers are in the fields of that version, and the others are earlier answers', async () => {
    const there = await testAppForThisTest()
    await addMissingTemplates(
      there.context.db,
      [first, second, third].map((template) => ({ ...template, series })),
    )
    const ann = await there.make.account()
    const made = await startSurvey(ann, { template: first })
    const section = sectionNamed(made, 'Unit').id
    const place = { user_survey_id: made.id, user_survey_section_id: section }
    await ann.api.call(addSimilar, { body: place })
    const survey = await readSurvey(ann, made.id)
    const unit = partOf(survey, 'Unit', 1).id
    await save(ann, survey, [
      { in: 'Unit', index: 1, field: 'Number', field_value: '107' },
      { in: 'Unit', index: 1, field: 'Notes', field_value: 'Door sticks' },
    ])
    await ann.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id: unit } })
    const move = (to: string) =>
      ann.api.call(moveSurveys, { body: { survey_ids: [survey.id], survey_template_id: to } })
    expect((await move(second.id)).status).toBe(200)
    const listing = { params: { id: survey.id }, query: { user_survey_section_id: section } }
    const { body } = await ann.api.call(deletedSimilar, listing)
    expect(body.data.map(({ attributes }) => attributes.sub_section_title)).toEqual(['107'])
    const restore = { params: { id: survey.id, sub_section_id: unit } }
    expect((await ann.api.call(restoreSimilar, restore)).status).toBe(200)
    const after = await readSurvey(ann, survey.id)
    expect(
      partOf(after, 'Unit', 1).user_survey_sub_section_details.map(({ field_name, field_value }) => [
        field_name,
        field_value,
      ]),
    ).toEqual([
      ['Number', '107'],
      ['Floor', ''],
    ])
    expect(after.earlier_answers?.map(({ field_value }) => field_value)).toEqual(['Door sticks'])
    // A device that does not know of the move keeps editing it.
    const own = detailOf(survey, 'Unit', 'Number', 1)
    const late = {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section,
          user_survey_sub_sections_attributes: [
            {
              id: unit,
              user_survey_sub_section_details_attributes: [
                { id: own.id, field_value: '108', base_revision: own.revision },
              ],
            },
          ],
        },
      ],
    }
    expect((await ann.api.call(autoSave, { body: late })).status).toBe(200)
    expect(detailOf(await readSurvey(ann, survey.id), 'Unit', 'Number', 1).field_value).toBe('108')
    // A version without units keeps all of it as earlier answers.
    await ann.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id: unit } })
    expect((await move(third.id)).status).toBe(200)
    expect((await ann.api.call(restoreSimilar, restore)).status).toBe(200)
    const last = await readSurvey(ann, survey.id)
    expect(last.earlier_answers?.map(({ field_value }) => field_value)).toEqual(
      expect.arrayContaining(['108', 'Door sticks']),
    )
  })
})

import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropdownOptions } from '#contract/surveys/survey-options.ts'
import { recoveredAnswers } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { twoBuildings, westWing } from '#server/testing/two-buildings.ts'

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

function removal(survey: SurveyDetail, index: number, more: Record<string, string> = {}) {
  return {
    query: {
      user_survey_id: survey.id,
      user_survey_section_id: sectionNamed(survey, 'Building').id,
      user_survey_sub_section_id: partOf(survey, 'Building', index).id,
      ...more,
    },
  }
}

describe('authorization to remove', () => {
  test('requires a full session of the owner', async () => {
    const survey = await twoBuildings(sam)
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [
      await here.api.call(removeSimilar, removal(survey, 1)),
      await restricted.api.call(removeSimilar, removal(survey, 1)),
      await eve.api.call(removeSimilar, removal(survey, 1)),
      await sam.api.call(removeSimilar, removal(survey, 1, { user_survey_id: newId() })),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('rejects children of other parents', async () => {
    const survey = await twoBuildings(sam)
    const theirs = await startSurvey(eve)
    const refused = [
      { user_survey_sub_section_id: partOf(theirs, 'Building').id },
      { user_survey_section_id: sectionNamed(survey, 'Floor').id },
      { user_survey_section_id: sectionNamed(theirs, 'Building').id },
      { user_survey_sub_section_id: newId() },
      { survey_template_id: newId() },
    ]
    for (const more of refused) {
      expect((await sam.api.call(removeSimilar, removal(survey, 1, more))).status).toBe(404)
    }
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
    expect(await readSurvey(eve, theirs.id)).toEqual(theirs)
  })
})

describe('removing', () => {
  test('leaves the last one without a number, with its values', async () => {
    const survey = await twoBuildings(sam)
    expect(survey.progress).toBe('87% completed')
    const { status, body } = await sam.api.call(removeSimilar, removal(survey, 0))
    expect(status).toBe(200)
    const [left, ...others] = body.data.attributes.user_survey_sub_sections
    expect(others).toEqual([])
    expect(left).toMatchObject({
      user_survey_sub_section_name: 'Building',
      id: partOf(survey, 'Building', 1).id,
    })
    const after = await readSurvey(sam, survey.id)
    expect(after.progress).toBe('83% completed')
    expect(detailOf(after, 'Building', 'Building name').field_value).toBe('West wing')
  })

  test('has no further effect when repeated, with and without a key', async () => {
    const survey = await twoBuildings(sam)
    const key = newKey()
    const first = await sam.api.call(removeSimilar, removal(survey, 1), { key })
    expect((await sam.api.call(removeSimilar, removal(survey, 1), { key })).body).toEqual(first.body)
    const before = await readSurvey(sam, survey.id)
    const again = await sam.api.call(removeSimilar, removal(survey, 1))
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await readSurvey(sam, survey.id)).toEqual(before)
    expect((await sam.api.call(removeSimilar, removal(survey, 0), { key })).status).toBe(422)
  })

  test('keeps the last one, also when two are removed at once', async () => {
    const survey = await twoBuildings(sam)
    const answers = await Promise.all(
      [0, 1].map((index) => sam.api.call(removeSimilar, removal(survey, index))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(answers.flatMap(({ errors }) => errors)).toEqual([
      { message: 'The only part of a section cannot be deleted.' },
    ])
    expect(sectionNamed(await readSurvey(sam, survey.id), 'Building').user_survey_sub_sections).toHaveLength(
      1,
    )
  })

  test('is not undone by a repeated addition', async () => {
    const survey = await twoBuildings(sam)
    await sam.api.call(removeSimilar, removal(survey, 1))
    const again = await sam.api.call(addSimilar, {
      body: {
        id: partOf(survey, 'Building', 1).id,
        user_survey_id: survey.id,
        user_survey_section_id: sectionNamed(survey, 'Building').id,
      },
    })
    expect(again.status).toBe(201)
    expect(again.body.data.attributes.user_survey_sub_sections).toHaveLength(1)
  })
})

describe('a save into a removed sub-section', () => {
  test('is stored for the owner, once, and changes nothing else', async () => {
    const survey = await twoBuildings(sam)
    await sam.api.call(removeSimilar, removal(survey, 1))
    const before = await readSurvey(sam, survey.id)
    const late = [{ ...westWing, field_value: 'North wing' }]
    const { id } = detailOf(survey, 'Building', 'Building name', 1)
    for (const _ of [1, 2]) {
      const saved = await save(sam, survey, late)
      expect(saved.body.data.attributes).toMatchObject({ saved: [], conflicts: [], recovered: [id] })
    }
    expect(await readSurvey(sam, survey.id)).toEqual(before)
    const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
    expect(body.data.map(({ attributes }) => attributes)).toMatchObject([
      { section_name: 'Building', field_name: 'Building name', field_value: 'North wing' },
    ])
  })

  test('before the deletion but unseen by the deleting device is stored too', async () => {
    const seen = await twoBuildings(sam)
    const revisions = (survey: SurveyDetail) =>
      partOf(survey, 'Building', 1).user_survey_sub_section_details.map(({ revision }) => revision)
    const tablet = await otherSession(sam)
    const late = [{ ...westWing, field_value: 'North wing' }]
    await save({ ...sam, api: tablet }, seen, late)
    await save(sam, seen, [{ ...westWing, field: 'Notes', field_value: 'On its way with the deletion' }])
    const query = { seen_revisions: [0, ...revisions(seen)].join() }
    expect((await sam.api.call(removeSimilar, removal(seen, 1, query))).status).toBe(200)
    await save({ ...sam, api: tablet }, seen, late)
    const { body } = await sam.api.call(recoveredAnswers, { params: { id: seen.id } })
    expect(body.data.map(({ attributes }) => attributes.field_value)).toEqual(['North wing'])
  })

  test('stores a long text too', async () => {
    const survey = await twoBuildings(sam)
    await sam.api.call(removeSimilar, removal(survey, 1))
    const text = Array.from({ length: 900 }, (_, index) => `${index * 7919} `).join('')
    expect((await save(sam, survey, [{ ...westWing, field_value: text }])).status).toBe(200)
    const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
    expect(body.data[0]?.attributes.field_value).toBe(text)
  })

  test('is visible to no other account', async () => {
    const survey = await twoBuildings(sam)
    const params = { id: survey.id }
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [
      await here.api.call(recoveredAnswers, { params }),
      await restricted.api.call(recoveredAnswers, { params }),
      await eve.api.call(recoveredAnswers, { params }),
      await eve.api.call(recoveredAnswers, { params: { id: newId() } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
  })
})

describe('dropdown options', () => {
  test('are only for the owner', async () => {
    const survey = await twoBuildings(sam)
    const query = { user_survey_id: survey.id }
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [
      await here.api.call(dropdownOptions, { query }),
      await restricted.api.call(dropdownOptions, { query }),
      await eve.api.call(dropdownOptions, { query }),
      await eve.api.call(dropdownOptions, { query: { user_survey_id: newId() } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
  })

  test('are the existing buildings and floors, without duplicates', async () => {
    const survey = await twoBuildings(sam)
    const query = { user_survey_id: survey.id }
    const ask = async () => (await sam.api.call(dropdownOptions, { query })).body
    expect(await ask()).toEqual({
      data: expect.anything(),
      survey_associated_buildings: ['East wing', 'West wing'],
      survey_associated_floors: ['Ground floor'],
    })
    await sam.api.call(removeSimilar, removal(survey, 0))
    expect((await ask()).survey_associated_buildings).toEqual(['West wing'])
  })

  test('include the record of their survey', async () => {
    const survey = await twoBuildings(sam)
    const { data } = (await sam.api.call(dropdownOptions, { query: { user_survey_id: survey.id } })).body
    const { survey_name, created_by, owner, survey_template_id, date_created } = survey
    expect(data).toMatchObject({ id: survey.id, type: 'users_survey' })
    expect(data.attributes).toEqual({
      id: survey.id,
      survey_name,
      created_by,
      owner_name: owner,
      survey_template_id,
      status: 'Started',
      is_deleted: false,
      created_at: date_created,
      updated_at: expect.stringMatching(/Z$/),
      account_id: sam.id,
    })
  })
})

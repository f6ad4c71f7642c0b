import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { t } from '#contract/messages/translate.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, readSurvey, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { newSurvey } from '#survey/survey.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())

function wanted(changes: Record<string, string> = {}) {
  const names = { survey_name: 'Hill House', owner_name: 'Mrs Dudley' }
  return { body: { survey_template_id: sampleTemplate.id, ...names, status: 'Started' as const, ...changes } }
}

async function countSurveys() {
  const rows = await here.context.db.selectFrom('survey').select('id').execute()
  return rows.length
}

describe('authorization', () => {
  test('requires a full session', async () => {
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [
      await here.api.call(createSurvey, wanted()),
      await restricted.api.call(createSurvey, wanted()),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403])
    expect(refused[0]?.errors[0]).toHaveProperty('token')
  })
})

describe('creation', () => {
  test('returns a survey with one sub-section per section and an empty answer per field', async () => {
    const { status, body } = await sam.api.call(createSurvey, wanted({ survey_name: '  Hill\u0000 House ' }))
    expect(status).toBe(201)
    const { attributes } = body.data
    expect(attributes).toMatchObject({
      survey_template_id: sampleTemplate.id,
      survey_name: 'Hill  House',
      owner: 'Mrs Dudley',
      created_by: 'Sam Rivera',
      progress: '0% completed',
      status: 'Started',
      checkboxes: { checkbox_1: true, checkbox_2: false },
    })
    expect(attributes.user_survey_sections.map((one) => one.user_survey_section_name)).toEqual([
      'Building',
      'Floor',
      'MDF Info',
    ])
    const parts = attributes.user_survey_sections.flatMap((one) => one.user_survey_sub_sections)
    expect(parts.map((part) => part.user_survey_sub_section_details.length)).toEqual([3, 5, 3])
    expect(await readSurvey(sam, attributes.id)).toEqual(attributes)
  })

  test('uses the same ids as an offline device', async () => {
    const id = newId()
    const made = await startSurvey(sam, { id })
    const given = { id, name: '', owner: '', createdBy: '', at: '2026-01-01T00:00:00Z' }
    const local = newSurvey(sampleTemplate, given)
    expect(
      made.user_survey_sections.map((section) => [section.id, section.user_survey_sub_sections]),
    ).toEqual(
      local.sections.map((section) => [
        section.id,
        section.subSections.map((part) =>
          expect.objectContaining({
            id: part.id,
            user_survey_sub_section_details: part.answers.map((answer) =>
              expect.objectContaining({ id: answer.id, template_field_id: answer.field.id, revision: 0 }),
            ),
          }),
        ),
      ]),
    )
  })

  test.each([
    [{ survey_name: ' ' }, 'survey_name', 'Please enter Survey Name'],
    [{ owner_name: '' }, 'owner_name', 'Please enter Property Owner Name'],
    [{ survey_name: '\u0000\n' }, 'survey_name', 'Please enter Survey Name'],
    [{ survey_name: 'x'.repeat(201) }, 'survey_name', 'Please use at most 200 characters.'],
  ])('rejects %o and writes nothing', async (changes, field, words) => {
    const before = await countSurveys()
    const refused = await sam.api.call(createSurvey, wanted(changes))
    expect([refused.status, refused.errors[0]]).toEqual([422, { [field]: words }])
    expect(await countSurveys()).toBe(before)
  })

  test('requires an existing template', async () => {
    const refused = await sam.api.call(createSurvey, wanted({ survey_template_id: newId() }))
    expect([refused.status, refused.errors]).toEqual([404, [{ message: 'Invalid template or section id' }]])
  })
})

describe('a repeated id', () => {
  test('with the same content succeeds and returns the current survey', async () => {
    const id = newId()
    const first = await sam.api.call(createSurvey, wanted({ id }))
    const again = await sam.api.call(createSurvey, wanted({ id }))
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('with other content, or from another account, is a conflict', async () => {
    const id = newId()
    await sam.api.call(createSurvey, wanted({ id }))
    const other = await sam.api.call(createSurvey, wanted({ id, survey_name: 'Other' }))
    const foreign = await eve.api.call(createSurvey, wanted({ id }))
    expect([other.status, other.errors]).toEqual([409, [{ id: 'This id is already in use.' }]])
    expect([foreign.status, foreign.errors]).toEqual([other.status, other.errors])
    expect(await readSurvey(sam, id)).toMatchObject({ survey_name: 'Hill House' })
  })

  test('on two connections at once creates one survey', async () => {
    const id = newId()
    const answers = await Promise.all([1, 2, 3, 4].map(() => sam.api.call(createSurvey, wanted({ id }))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('a derived id of another survey is a conflict, and nothing is written', async () => {
    const mine = await startSurvey(sam)
    const id = newId()
    const [section] = newSurvey(sampleTemplate, { id, name: '', owner: '', createdBy: '', at: '' }).sections
    await here.context.db
      .insertInto('sub_section')
      .values({
        id: section?.subSections[0]?.id ?? '',
        survey_id: mine.id,
        section_id: mine.user_survey_sections[0]?.id ?? '',
        deleted_at: new Date(),
      })
      .execute()
    const before = await countSurveys()
    const refused = await sam.api.call(createSurvey, wanted({ id }))
    expect(refused.status).toBe(409)
    expect(await countSurveys()).toBe(before)
  })
})

describe('field names of older clients', () => {
  const variant = { template: sampleTemplate.id, name: 'Hill House', owner: 'Mrs Dudley' }

  test('create the same survey, also mixed with current ones', async () => {
    const { survey_template_id, survey_name, owner_name } = wanted().body
    for (const body of [
      variant,
      { ...variant, survey_name },
      { template: variant.template, survey_name, owner_name },
    ]) {
      const { status, body: made } = await sam.api.call(createSurvey, { body })
      expect(status).toBe(201)
      expect(made.data.attributes).toMatchObject({ survey_template_id, survey_name, owner: owner_name })
    }
  })

  test('follow the same rules; current names take precedence', async () => {
    const refused = await sam.api.call(createSurvey, { body: { ...variant, name: '  ' } })
    expect([refused.status, refused.errors]).toEqual([422, [{ name: t('surveys.nameMissing') }]])
    const none = await sam.api.call(createSurvey, { body: { template: variant.template } })
    expect([none.status, none.errors]).toEqual([
      422,
      [{ survey_name: t('surveys.nameMissing') }, { owner_name: t('surveys.ownerMissing') }],
    ])
    const { template: _, ...unnamed } = variant
    expect((await sam.api.call(createSurvey, { body: unnamed })).status).toBe(400)
    const both = await sam.api.call(createSurvey, { body: { ...variant, survey_name: 'Crain House' } })
    expect(both.body.data.attributes.survey_name).toBe('Crain House')
  })
})

describe('a repeated key', () => {
  test('returns the same survey; another body is rejected', async () => {
    const key = newKey()
    const before = await countSurveys()
    const first = await sam.api.call(createSurvey, wanted(), { key })
    const again = await sam.api.call(createSurvey, wanted(), { key })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await countSurveys()).toBe(before + 1)
    const other = await sam.api.call(createSurvey, wanted({ owner_name: 'Other' }), { key })
    expect(other.status).toBe(422)
  })
})

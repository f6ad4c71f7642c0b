import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { autoSave, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  sectionsOf,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

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

const name = { in: 'Building', field: 'Building name', field_value: 'East wing' } as const
const units = { in: 'Building', field: 'Units', field_value: '12' } as const
const notFound = [404, [{ message: 'Not found.' }]]

describe('authorization', () => {
  test('requires a full session', async () => {
    const survey = await startSurvey(sam)
    const body = { user_survey_id: survey.id, user_survey_sections_attributes: sectionsOf(survey, [name]) }
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [await here.api.call(autoSave, { body }), await restricted.api.call(autoSave, { body })]
    expect(refused.map(({ status }) => status)).toEqual([401, 403])
  })

  test("only the owner may save, and others can't tell that the survey exists", async () => {
    const survey = await startSurvey(sam)
    const foreign = await save(eve, survey, [name])
    const unknown = await save(eve, { ...survey, id: newId() }, [name])
    expect([foreign.status, foreign.errors]).toEqual(notFound)
    expect([unknown.status, unknown.errors]).toEqual(notFound)
    expect(detailOf(await readSurvey(sam, survey.id), name.in, name.field).revision).toBe(0)
  })

  test.each(['detail', 'sub-section', 'section', 'sibling sub-section', 'template'] as const)(
    'a %s outside the named survey is rejected, and nothing is written',
    async (what) => {
      const mine = await startSurvey(sam)
      const theirs = await startSurvey(eve)
      const sections = sectionsOf(mine, [name, units])
      const [, second] = sections
      const sub = second?.user_survey_sub_sections_attributes[0]
      const detail = sub?.user_survey_sub_section_details_attributes[0]
      if (!second || !sub || !detail) throw new Error('nothing to change')
      if (what === 'detail') detail.id = detailOf(theirs, 'Building', 'Units').id
      if (what === 'sub-section') sub.id = partOf(theirs, 'Building').id
      if (what === 'section') second.id = sectionNamed(theirs, 'Building').id
      if (what === 'sibling sub-section') sub.id = partOf(mine, 'Floor').id
      const refused = await sam.api.call(autoSave, {
        body: {
          user_survey_id: mine.id,
          ...(what === 'template' ? { survey_template_id: newId() } : {}),
          user_survey_sections_attributes: sections,
        },
      })
      expect([refused.status, refused.errors]).toEqual(notFound)
      expect(await readSurvey(sam, mine.id)).toEqual(mine)
      expect(await readSurvey(eve, theirs.id)).toEqual(theirs)
    },
  )
})

describe('a save', () => {
  test('changes only the named answers and returns their revisions and the progress', async () => {
    const survey = await startSurvey(sam)
    const saved = await save(sam, survey, allMandatory)
    expect(saved.status).toBe(200)
    const { attributes } = saved.body.data
    expect(attributes).toMatchObject({ progress: '100% completed', conflicts: [], recovered: [] })
    expect(attributes.saved).toHaveLength(6)
    expect(new Set(attributes.saved.map(({ revision }) => revision))).toEqual(new Set([1]))

    const after = await readSurvey(sam, survey.id)
    expect(after.progress).toBe('100% completed')
    expect(after.last_edited).toBe(attributes.last_edited)
    expect(detailOf(after, 'Floor', 'Wiring')).toMatchObject({
      field_value: '',
      field_value_multiple: ['Copper', 'Fiber'],
    })
    expect(detailOf(after, 'Building', 'Notes')).toEqual(detailOf(survey, 'Building', 'Notes'))
  })

  test('can clear an answer', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, [name, units])
    const emptied = await save(sam, survey, [
      { ...name, field_value: null, base_revision: 1 },
      { ...units, field_value: '', base_revision: 1 },
    ])
    expect(emptied.body.data.attributes.progress).toBe('0% completed')
    expect(detailOf(await readSurvey(sam, survey.id), name.in, name.field).field_value).toBe('')
  })

  test('without values, or empty, changes nothing', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, [name])
    const before = await readSurvey(sam, survey.id)
    const silent = await save(sam, survey, [{ in: name.in, field: name.field }])
    expect(silent.body.data.attributes.saved).toEqual([
      { id: detailOf(survey, name.in, name.field).id, revision: 1 },
    ])
    expect((await save(sam, survey, [])).status).toBe(200)
    expect(await readSurvey(sam, survey.id)).toEqual(before)
  })

  test('that is repeated changes nothing, with and without a key', async () => {
    const survey = await startSurvey(sam)
    const key = newKey()
    const change = { ...name, edited_at: '2026-05-01T10:00:00Z', base_revision: 0 }
    const first = await save(sam, survey, [change], key)
    const once = await readSurvey(sam, survey.id)
    expect((await save(sam, survey, [change], key)).body).toEqual(first.body)
    const again = await save(sam, survey, [change])
    expect(again.body.data.attributes).toMatchObject({
      saved: first.body.data.attributes.saved,
      conflicts: [],
    })
    expect(await readSurvey(sam, survey.id)).toEqual(once)
    expect((await save(sam, survey, [units], key)).status).toBe(422)
    expect(await readSurvey(sam, survey.id)).toEqual(once)
  })

  test('never changes the status, even of a submitted survey', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, allMandatory)
    await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
    const late = await save(sam, survey, [{ ...name, field_value: 'West wing', base_revision: 1 }])
    expect(late.body.data.attributes.progress).toBe('Completed')
    expect(await readSurvey(sam, survey.id)).toMatchObject({ status: 'Completed', progress: 'Completed' })
  })

  test('stores every storable character', async () => {
    const survey = await startSurvey(sam)
    const text = `Ünïcode 漢字 🏢 “quotes” \\ ' " {}\n${'x'.repeat(9_000)}`
    await save(sam, survey, [{ ...name, field_value: `${text}\u0000\ud800` }])
    expect(detailOf(await readSurvey(sam, survey.id), name.in, name.field).field_value).toBe(`${text}\ufffd`)
  })
})

describe('a value that does not fit its field', () => {
  test.each([
    { ...units, field_value: 'twelve' },
    { ...units, field_value: '1'.repeat(31) },
    { in: 'Floor', field: 'Access', field_value: 'Ajar' },
    { in: 'Floor', field: 'Wiring', field_value_multiple: ['Copper', 'String'] },
    { in: 'Floor', field: 'Wiring', field_value: 'Copper' },
    { in: 'MDF Info', field: 'Condition', field_value: 'Excellent' },
    { in: 'Building', field: 'Notes', field_value_multiple: ['a'] },
  ])('%o is rejected with its id, and nothing is written', async (change) => {
    const survey = await startSurvey(sam)
    const refused = await save(sam, survey, [name, change])
    const { id } = detailOf(survey, change.in, change.field)
    const words =
      change.field_value === 'twelve' ? 'Please enter a number' : 'This answer is not valid for its field.'
    expect([refused.status, refused.errors]).toEqual([422, [{ [id]: words }]])
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('is rejected with its own message if it is too long', async () => {
    const survey = await startSurvey(sam)
    const refused = await save(sam, survey, [{ ...name, field_value: 'x'.repeat(10_001) }])
    expect([refused.status, refused.errors]).toEqual([422, [{ field_value: 'This answer is too long.' }]])
  })
})

test('simultaneous saves of one survey all succeed', async () => {
  const survey = await startSurvey(sam)
  const answers = await Promise.all(allMandatory.map((change) => save(sam, survey, [change])))
  expect(answers.map(({ status }) => status)).toEqual(allMandatory.map(() => 200))
  const after = await readSurvey(sam, survey.id)
  expect(after.progress).toBe('100% completed')
  expect(detailOf(after, 'Building', 'Units').field_value).toBe('12')
})

test('a deleted survey rejects saves', async () => {
  const survey = await startSurvey(sam)
  await here.context.db
    .updateTable('survey')
    .set({ deleted_at: new Date() })
    .where('id', '=', survey.id)
    .execute()
  expect((await save(sam, survey, [name])).status).toBe(404)
})

test('a revision out of range is rejected', async () => {
  const survey = await startSurvey(sam)
  expect((await save(sam, survey, [name])).status).toBe(200)
  const built = (base_revision: number) =>
    save(sam, survey, [{ ...name, field_value: 'West', edited_at: '2026-05-01T10:20:30Z', base_revision }])
  expect((await built(limits.revisionMax + 1)).status).toBe(400)
  expect((await built(limits.revisionMax)).status).toBe(200)
})

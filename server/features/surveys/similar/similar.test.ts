import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSimilar, listSurveys, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
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
import { addSimilar as addInEngine } from '#survey/edit/add-similar.ts'
import { partsDigest } from '#survey/parts-digest.ts'
import { progressText } from '#survey/progress.ts'
import { newSurvey } from '#survey/survey.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { sizeFromRows } from '../data.ts'
import { loadSurvey } from '../load.ts'

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

function wanted(survey: SurveyDetail, more: Record<string, string> = {}) {
  const user_survey_section_id = sectionNamed(survey, 'Building').id
  return { body: { user_survey_id: survey.id, user_survey_section_id, ...more } }
}

async function filled() {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  return readSurvey(sam, survey.id)
}

describe('authorization', () => {
  test('requires a full session of the owner', async () => {
    const survey = await filled()
    const restricted = await here.make.account({ passwordIsOwn: false })
    const refused = [
      await here.api.call(addSimilar, wanted(survey)),
      await restricted.api.call(addSimilar, wanted(survey)),
      await eve.api.call(addSimilar, wanted(survey)),
      await sam.api.call(addSimilar, wanted(survey, { user_survey_id: newId() })),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('rejects sections and templates of other surveys', async () => {
    const survey = await filled()
    const theirs = await startSurvey(eve)
    const foreign = sectionNamed(theirs, 'Building').id
    const refused = [
      await sam.api.call(addSimilar, wanted(survey, { user_survey_section_id: foreign })),
      await sam.api.call(addSimilar, wanted(survey, { survey_template_id: newId() })),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect(await readSurvey(eve, theirs.id)).toEqual(theirs)
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })
})

describe('adding', () => {
  test('numbers the sub-sections, leaves the first one unchanged, and lowers the progress', async () => {
    const survey = await filled()
    const added = await sam.api.call(addSimilar, wanted(survey))
    expect(added.status).toBe(201)
    const { attributes } = added.body.data
    expect(attributes.is_survey_subsection_present).toBe(true)
    expect(attributes.user_survey_sub_sections.map((one) => one.user_survey_sub_section_name)).toEqual([
      'Building 1',
      'Building 2',
    ])
    expect(attributes.user_survey_sub_sections[0]?.user_survey_sub_section_details).toEqual(
      partOf(survey, 'Building').user_survey_sub_section_details,
    )
    const after = await readSurvey(sam, survey.id)
    expect(sectionNamed(after, 'Building')).toEqual(attributes)
    expect(after.progress).toBe('75% completed')
    const list = await sam.api.call(listSurveys, { query: {} })
    expect(list.body.data.find(({ id }) => id === survey.id)?.attributes.progress).toBe('75% completed')
  })

  test('uses the same ids as an offline device', async () => {
    const survey = await filled()
    const id = newId()
    const { body } = await sam.api.call(addSimilar, wanted(survey, { id }))
    const local = newSurvey(sampleTemplate, { id: survey.id, name: '', owner: '', createdBy: '', at: '' })
    const section = addInEngine(local, sectionNamed(survey, 'Building').id, id, '').sections[0]
    const expected = section?.subSections.map((part) => [part.id, part.answers.map((answer) => answer.id)])
    expect(
      body.data.attributes.user_survey_sub_sections.map((part) => [
        part.id,
        part.user_survey_sub_section_details.map((detail) => detail.id),
      ]),
    ).toEqual(expected)
  })

  test('saves the answers of the body first', async () => {
    const survey = await startSurvey(sam)
    const user_survey_sections_attributes = sectionsOf(survey, allMandatory)
    const { body } = wanted(survey)
    const added = await sam.api.call(addSimilar, { body: { ...body, user_survey_sections_attributes } })
    expect(added.status).toBe(201)
    expect(detailOf(await readSurvey(sam, survey.id), 'Building', 'Units').field_value).toBe('12')
  })

  test('requires the mandatory fields of its section, and otherwise saves no answers either', async () => {
    const survey = await startSurvey(sam)
    const { body } = wanted(survey)
    const some = allMandatory.slice(0, 1)
    const refused = await sam.api.call(addSimilar, {
      body: { ...body, user_survey_sections_attributes: sectionsOf(survey, some) },
    })
    expect([refused.status, refused.errors]).toEqual([
      422,
      [
        { message: 'Please fill all mandatory fields' },
        { [detailOf(survey, 'Building', 'Units').id]: 'Please enter data' },
      ],
    ])
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('does not check mandatory fields for a sub-section re-added after a restored backup', async () => {
    const survey = await startSurvey(sam)
    const { body } = wanted(survey)
    const added = await sam.api.call(addSimilar, { body: { ...body, id: newId(), again: true } })
    expect([added.status, added.body.data.attributes.user_survey_sub_sections.length]).toEqual([201, 2])
  })

  test("is rejected for a section that can't be repeated", async () => {
    const survey = await filled()
    const mdf = sectionNamed(survey, 'MDF Info').id
    const refused = await sam.api.call(addSimilar, wanted(survey, { user_survey_section_id: mdf }))
    expect([refused.status, refused.errors]).toEqual([422, [{ message: 'Invalid template or section id' }]])
  })

  test('puts a sub-section without an id last, regardless of device clocks', async () => {
    const survey = await filled()
    const future = `ffffffff-${newId().slice(9)}`
    await sam.api.call(addSimilar, wanted(survey, { id: future }))
    const now = await readSurvey(sam, survey.id)
    await save(sam, now, [
      { in: 'Building', index: 1, field: 'Building name', field_value: 'B' },
      { in: 'Building', index: 1, field: 'Units', field_value: '1' },
    ])
    const third = await sam.api.call(addSimilar, wanted(survey))
    const ids = third.body.data.attributes.user_survey_sub_sections.map(({ id }) => id)
    expect(ids).toHaveLength(3)
    expect(ids).toEqual(ids.toSorted())
    expect(ids[1]).toBe(future)
  })
})

describe('a repeated sub-section', () => {
  test('changes nothing, by id or by key', async () => {
    const survey = await filled()
    const id = newId()
    const key = newKey()
    const first = await sam.api.call(addSimilar, wanted(survey, { id }), { key })
    expect((await sam.api.call(addSimilar, wanted(survey, { id }), { key })).body).toEqual(first.body)
    const byId = await sam.api.call(addSimilar, wanted(survey, { id }))
    expect([byId.status, byId.body]).toEqual([201, first.body])
    expect((await sam.api.call(addSimilar, wanted(survey), { key })).status).toBe(422)
  })

  test('on several connections at once is added once', async () => {
    const survey = await filled()
    const input = wanted(survey, { id: newId() })
    const answers = await Promise.all([1, 2, 3].map(() => sam.api.call(addSimilar, input)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const after = await readSurvey(sam, survey.id)
    expect(sectionNamed(after, 'Building').user_survey_sub_sections).toHaveLength(2)
    expect(after.progress).toBe('75% completed')
  })

  test('is a conflict if the id belongs to another section or survey', async () => {
    const survey = await filled()
    const taken = [partOf(survey, 'Floor').id, partOf(await startSurvey(eve), 'Building').id]
    for (const id of taken) {
      const refused = await sam.api.call(addSimilar, wanted(survey, { id }))
      expect([refused.status, refused.errors]).toEqual([409, [{ id: 'This id is already in use.' }]])
    }
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })
})

describe('the reply with only_new', () => {
  test('contains the new sub-section by its position, and a digest of all', async () => {
    const survey = await filled()
    const first = partOf(survey, 'Building').id
    const id = newId()
    const { body } = wanted(survey, { id })
    const added = await sam.api.call(addSimilar, { body: { ...body, only_new: true } })
    expect(added.status).toBe(201)
    const { attributes } = added.body.data
    const section = sectionNamed(await readSurvey(sam, survey.id), 'Building')
    expect(attributes).toEqual({
      ...section,
      user_survey_sub_sections: [section.user_survey_sub_sections[1]],
      sub_sections_digest: partsDigest([id, first]),
    })
    expect(partsDigest([first])).not.toBe(attributes.sub_sections_digest)
  })

  test('names a sub-section between others by its position', async () => {
    const survey = await filled()
    const [early, late] = [newId(), newId()]
    const { body } = wanted(survey, { id: late })
    await sam.api.call(addSimilar, { body: { ...body, only_new: true } })
    const again = { ...body, id: early, only_new: true, again: true }
    const { attributes } = (await sam.api.call(addSimilar, { body: again })).body.data
    expect(attributes.user_survey_sub_sections.map((one) => one.user_survey_sub_section_name)).toEqual([
      'Building 2',
    ])
    const section = sectionNamed(await readSurvey(sam, survey.id), 'Building')
    expect(attributes.sub_sections_digest).toBe(
      partsDigest(section.user_survey_sub_sections.map((one) => one.id)),
    )
  })

  test('contains the whole section for an existing sub-section', async () => {
    const survey = await filled()
    const { body } = wanted(survey, { id: newId() })
    const first = await sam.api.call(addSimilar, { body: { ...body, only_new: true } })
    expect(first.body.data.attributes.user_survey_sub_sections).toHaveLength(1)
    const second = await sam.api.call(addSimilar, { body: { ...body, only_new: true } })
    expect(second.body.data.attributes.user_survey_sub_sections).toHaveLength(2)
    expect(second.body.data.attributes).not.toHaveProperty('sub_sections_digest')
  })

  test('does not count as reading the others, so newer answers there are not overwritten unseen', async () => {
    const survey = await filled()
    const elsewhere = { ...sam, api: await otherSession(sam) }
    await save(elsewhere, survey, [{ in: 'Building', field: 'Units', field_value: '40' }])
    const { body } = wanted(survey, { id: newId() })
    await sam.api.call(addSimilar, { body: { ...body, only_new: true } })
    // The previous value is echoed in a save of the whole section: not an edit.
    await save(sam, survey, allMandatory)
    expect(detailOf(await readSurvey(sam, survey.id), 'Building', 'Units').field_value).toBe('40')
  })
})

test('size and progress equal a fresh count', async () => {
  const survey = await filled()
  for (const _ of [1, 2, 3]) {
    const { body } = wanted(survey)
    expect((await sam.api.call(addSimilar, { body: { ...body, again: true } })).status).toBe(201)
  }
  const kept = await here.context.db
    .selectFrom('survey')
    .select(['bytes', sizeFromRows(survey.id).as('counted')])
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow()
  expect(kept.bytes).toBe(Number(kept.counted))
  expect((await readSurvey(sam, survey.id)).progress).toBe(
    progressText(await loadSurvey(here.context.db, survey.id)),
  )
})

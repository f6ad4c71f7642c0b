import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { addSimilar, createSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { detailOf, readSurvey, save, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { addSimilar as addSimilarPart } from '#survey/edit/add-similar.ts'
import { fixedId } from '#survey/ids.ts'
import { newSurvey } from '#survey/survey.ts'
import { templateFrom } from '#survey/template-source.ts'

const template = templateFrom({
  series: '019b0000-0000-7000-8000-0000000000ea',
  name: 'Begins with what is worked out',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'visited', name: 'Visited', type: 'date', mandatory: true, defaultExpression: 'today()' },
        { key: 'owner', name: 'Owner', type: 'text' },
      ],
    },
    {
      key: 'unit',
      name: 'Unit',
      addSimilarText: 'Add another unit',
      fields: [
        { key: 'who', name: 'Who', type: 'text', mandatory: true, defaultExpression: '${owner}' },
        { key: 'nth', name: 'Nth', type: 'numeric', defaultExpression: 'position(..)' },
        { key: 'twice', name: 'Twice', type: 'calculated', calculation: '${nth} * 2' },
      ],
    },
  ],
})

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...template, series: 'begun' }])
  sam = await here.make.account()
})
afterAll(() => here.close())

const values = (survey: SurveyDetail) =>
  survey.user_survey_sections.map((section) =>
    section.user_survey_sub_sections.map((part) =>
      part.user_survey_sub_section_details.map(({ field_value, revision }) => [field_value, revision]),
    ),
  )

test('device and server start a survey and its sub-sections with the same defaults, at revision 0', async () => {
  const at = '2026-11-28T02:30:00Z'
  const id = fixedId(at, 'begun')
  const time_zone = 'America/Los_Angeles'
  const made = await sam.api.call(createSurvey, {
    body: { id, survey_template_id: template.id, survey_name: 'S', owner_name: 'O', time_zone },
  })
  expect(made.status).toBe(201)
  const own = newSurvey(template, { id, name: 'S', owner: 'O', createdBy: '', at, timeZone: time_zone })
  const first = await readSurvey(sam, id)
  expect(values(first)).toEqual([
    [
      [
        ['2026-11-27', 0],
        ['', 0],
      ],
    ],
    [
      [
        ['', 0],
        ['1', 0],
        ['2', 0],
      ],
    ],
  ])
  expect(first.progress).toBe('50% completed')
  expect(own.sections[0]?.subSections[0]?.answers[0]?.value).toBe('2026-11-27')

  await save(sam, first, [
    { in: 'Site', field: 'Owner', field_value: 'Ann' },
    { in: 'Unit', field: 'Who', field_value: 'Eve' },
  ])
  const unit = first.user_survey_sections[1]?.id ?? ''
  const part = fixedId('2026-11-28T03:00:00Z', 'second')
  const added = await sam.api.call(addSimilar, {
    body: {
      id: part,
      survey_template_id: template.id,
      user_survey_id: id,
      user_survey_section_id: unit,
    },
  })
  expect(added.status).toBe(201)
  const second = await readSurvey(sam, id)
  expect(values(second)[1]).toEqual([
    [
      ['Eve', 1],
      ['1', 0],
      ['2', 0],
    ],
    [
      ['Ann', 0],
      ['2', 0],
      ['4', 0],
    ],
  ])
  expect(second.progress).toBe('100% completed')
  await save(sam, second, [{ in: 'Site', field: 'Owner', field_value: 'Bob' }])
  expect(values(await readSurvey(sam, id))[1]?.[1]?.[0]).toEqual(['Ann', 0])
  const here = addSimilarPart(own, own.sections[1]?.id ?? '', part, at)
  expect(here.sections[1]?.subSections[1]?.answers.map(({ value }) => value)).toEqual(['', '2', '4'])
})

test('a computed default echoed in a whole section does not undo a newer answer', async () => {
  const phone = await here.make.account()
  const laptop = await here.make.again(phone)
  const made = await startSurvey(phone, { template })
  await save(phone, made, [{ in: 'Site', field: 'Owner', field_value: 'Ann' }])
  const added = await phone.api.call(addSimilar, {
    body: {
      survey_template_id: template.id,
      user_survey_id: made.id,
      user_survey_section_id: sectionNamed(made, 'Unit').id,
      again: true,
    },
  })
  expect(added.status).toBe(201)
  const read = await readSurvey(phone, made.id)
  const sees = await readSurvey(laptop, made.id)
  expect(detailOf(read, 'Unit', 'Who', 1).field_value).toBe('Ann')
  const edited_at = new Date(Date.now() - 60_000).toISOString()
  await save(phone, read, [{ in: 'Unit', field: 'Who', index: 1, field_value: 'Zoe', edited_at }])
  // Like other clients: a whole section as it was read, without revisions.
  await save(laptop, sees, [
    { in: 'Unit', field: 'Who', index: 1, field_value: 'Ann' },
    { in: 'Unit', field: 'Nth', index: 1, field_value: '7' },
  ])
  const now = await readSurvey(phone, made.id)
  expect(detailOf(now, 'Unit', 'Who', 1).field_value).toBe('Zoe')
  expect(detailOf(now, 'Unit', 'Nth', 1).field_value).toBe('7')
  const history = await phone.api.call(answerHistory, {
    params: { id: made.id },
    query: { detail_id: detailOf(now, 'Unit', 'Who', 1).id },
  })
  expect(history.body.data).toEqual([])
})

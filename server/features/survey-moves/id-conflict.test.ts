import { expect, test } from 'vitest'
import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { addSimilar } from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import { readSurvey, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'
import { firstSubSectionId, sectionId } from '#survey/survey.ts'
import { type SectionSource, templateFrom } from '#survey/template-source.ts'

const series = '019b0000-0000-7000-8000-0000000000dd'
const section = (key: string, name: string): SectionSource => ({
  ...{ key, name, addSimilarText: 'Add', fields: [{ key: 'number', name: 'Number', type: 'text' }] },
})
const version = (at: number, ...sections: SectionSource[]) =>
  templateFrom({ series, version: at, name: 'Houses', sections })
const first = version(1, section('unit', 'Unit'))
const second = version(2, section('unit', 'Unit'), section('attic', 'Attic'))

test('rejects a move without changes if another account took the id of a new part', async () => {
  const { make, context } = await testAppForThisTest()
  await addMissingTemplates(
    context.db,
    [first, second].map((template) => ({ ...template, series })),
  )
  const [sam, eve] = [await make.account(), await make.account()]
  const survey = await startSurvey(sam, { template: first })
  const before = await readSurvey(sam, survey.id)
  const own = await startSurvey(eve, { template: second })
  const attic = second.sections.find(({ name }) => name === 'Attic') ?? expect.fail()
  const id = firstSubSectionId(sectionId(survey.id, attic))
  const place = { user_survey_id: own.id, user_survey_section_id: sectionNamed(own, 'Attic').id }
  expect((await eve.api.call(addSimilar, { body: { ...place, id, again: true } })).status).toBe(201)
  const body = { survey_ids: [survey.id], survey_template_id: second.id }
  expect((await sam.api.call(moveSurveys, { body })).status).toBe(409)
  expect(await readSurvey(sam, survey.id)).toEqual(before)
})

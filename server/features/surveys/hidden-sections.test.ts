import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestNavigation, guestPdfDetails, guestPdfDownload, guestSection } from '#contract/sharing/guests.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { addSimilar, type SurveyDetail, submitSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import { reportSearch, searchedField, sectionNavigation } from '#contract/surveys/surveys-search.ts'
import { templateDetails } from '#contract/templates/templates.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  type Change,
  detailOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sectionsTemplate } from '#survey/testing/sample-sections.ts'

let here: TestApp
let owner: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...sectionsTemplate, series: 'sections' }])
  owner = await here.make.account({ isProven: true })
})
afterAll(() => here.close())

const access = (field_value: string): Change => ({ in: 'Site', field: 'Roof access', field_value })

/** With a roof that was described, and then cannot be reached. */
async function filled(last: 'Yes' | 'No'): Promise<SurveyDetail> {
  const { id } = await startSurvey(owner, { template: sectionsTemplate })
  const give = async (...changes: Change[]) => {
    const survey = await readSurvey(owner, id)
    const known = changes.map((change) => ({
      ...change,
      base_revision: detailOf(survey, change.in, change.field).revision,
    }))
    expect((await save(owner, survey, known)).status).toBe(200)
  }
  await give(access('Yes'), { in: 'Roof', field: 'Covering', field_value: 'Slate' })
  if (last === 'No') await give(access('No'))
  return readSurvey(owner, id)
}

test('other readers never see hidden content', async () => {
  const survey = await filled('No')
  const stranger = await here.make.account()
  const query = { user_survey_id: survey.id }
  expect((await here.api.call(sectionNavigation, { query })).status).toBe(401)
  expect((await stranger.api.call(sectionNavigation, { query })).status).toBe(404)
  expect((await stranger.api.call(surveyDetail, { params: { id: survey.id } })).status).toBe(404)
})

test('the template includes the condition for devices', async () => {
  const query = { survey_template_id: sectionsTemplate.id }
  const { body } = await owner.api.call(templateDetails, { query })
  const sections = body.survey_template_details.data.attributes.survey_info_section
  expect(sections.map(({ show_if }) => show_if)).toEqual(
    sectionsTemplate.sections.map(({ showIf }) => showIf),
  )
})

test.each(['Yes', 'No'] as const)('with “%s” navigation and search agree with the form', async (last) => {
  const survey = await filled(last)
  const asked = { user_survey_id: survey.id, survey_template_id: sectionsTemplate.id }
  const menu = await owner.api.call(sectionNavigation, { query: { user_survey_id: survey.id } })
  const names = menu.body.user_survey_navigation_menu.user_survey_sections.map(
    ({ survey_section_name }) => survey_section_name,
  )
  expect(names).toEqual(last === 'Yes' ? ['Site', 'Roof'] : ['Site'])
  const found = await owner.api.call(reportSearch, { query: { ...asked, search_query: 'covering' } })
  expect(found.body.meta.total_count).toBe(last === 'Yes' ? 1 : 0)
  const one = await owner.api.call(searchedField, {
    query: { ...asked, searched_field: 'Covering (in Roof)' },
  })
  expect(one.status).toBe(last === 'Yes' ? 200 : 404)
})

test('progress follows, also where a repeat is added, and the answers stay', async () => {
  const survey = await filled('Yes')
  expect(survey.progress).toBe('100% completed')
  const body = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Roof').id }
  expect((await owner.api.call(addSimilar, { body })).status).toBe(201)
  const grown = await readSurvey(owner, survey.id)
  expect(grown.progress).toBe('66% completed')
  const revision = detailOf(grown, 'Site', 'Roof access').revision
  await save(owner, grown, [{ ...access('No'), base_revision: revision }])
  const hidden = await readSurvey(owner, survey.id)
  expect(hidden.progress).toBe('100% completed')
  expect(detailOf(hidden, 'Roof', 'Covering').field_value).toBe('Slate')
  expect(detailOf(hidden, 'Site', 'Roofs').field_value).toBe('0')
})

test('a survey is submitted without the mandatory answers of a hidden section, and not without those of a shown one', async () => {
  const submit = async (field_value: string) => {
    const { id } = await startSurvey(owner, { template: sectionsTemplate })
    await save(owner, await readSurvey(owner, id), [access(field_value)])
    return owner.api.call(submitSurvey, { params: { id }, body: { status: 'Completed' } })
  }
  expect((await submit('Yes')).status).toBe(422)
  expect((await submit('No')).body.data.attributes.status).toBe('Completed')
})

test('report, guest page and PDF have nothing of a hidden section', async () => {
  const survey = await filled('No')
  const report = await owner.api.call(reportDetail, { params: { id: survey.id } })
  const { id } = await share(owner, survey.id)
  const query = { guest_survey_id: id }
  const menu = await here.api.call(guestNavigation, { query })
  const details = await here.api.call(guestPdfDetails, { query })
  const pdf = await here.api.call(guestPdfDownload, { query })
  const { text } = await readPdf((await here.api.open(pdf.body.data.url)).rawPayload)
  for (const said of [JSON.stringify([report.body, menu.body, details.body]), text]) {
    expect(said).toContain('Site')
    expect(said).not.toMatch(/Slate|Covering|Roof works/)
  }
  const guest_survey_section_id = sectionNamed(survey, 'Roof').id
  const section = await here.api.call(guestSection, { query: { ...query, guest_survey_section_id } })
  expect(section.status).toBe(404)
})

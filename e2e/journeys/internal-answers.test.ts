import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { autoSave } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey, wiring } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { downloads } from '../screens/downloads.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'

const note = 'Not in the customer’s report'

const noteOf = (page: Page, field: string) =>
  form(page).input(field).locator('xpath=ancestor::*[starts-with(@id,"field-")]').getByText(note)

test('a gate code is marked as internal, and no customer gets it', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court', templateName: wiring })
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, formAddress(survey))
  const shown = form(page)
  await shown.heading('Property Info').waitFor()
  await shown.input('Property name').fill('Riverside Court')
  await (await shown.reach('Gate and door codes')).fill('Sesame 47')
  await noteOf(page, 'Gate and door codes').waitFor()
  expect(await noteOf(page, 'Access hours').count()).toBe(0)
  expect(await seriousOn(page)).toEqual([])
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Property Info', 'Gate and door codes'))
    .toMatchObject({ field_value: 'Sesame 47' })

  const { body } = (await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })) ?? {}
  await page.goto(body?.data.shareable_link ?? '')
  await guest(page).heading('Property Info').waitFor()
  await guest(page).value('Property name').getByText('Riverside Court').waitFor()
  expect(await page.getByText('Gate and door codes').count()).toBe(0)
  const pdf = await downloads(page).pdf()
  const text = pdf.pages.map((one) => one.text).join(' ')
  expect(text).toContain('Riverside Court')
  expect(text).not.toContain('Sesame 47')
  expect(text).not.toContain('Gate and door codes')
})

test('the owner chooses whether their own report has it, marked', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court', templateName: wiring })
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  await (await form(page).reach('Keys and lockbox')).fill('Box 77')
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Property Info', 'Keys and lockbox'))
    .toMatchObject({ field_value: 'Box 77' })
  const report = async () => {
    await page.goto(`/SaveAsPdf/${survey.id}`)
    await page.getByRole('heading', { name: 'Property Info' }).waitFor()
  }
  await report()
  expect(await page.getByText('Keys and lockbox').count()).toBe(0)

  await dashboard(page).open()
  await dashboard(page).surveys.getByRole('link', { name: 'Riverside Court', exact: true }).click()
  await dashboard(page)
    .dialog.getByRole('button', { name: 'Rename and report options for Riverside Court' })
    .click()
  await dashboard(page).dialog.getByRole('checkbox', { name: 'Internal answers in my own report' }).check()
  await dashboard(page).dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(async () => (await readSurvey(surveyor, survey.id)).checkboxes.show_internal).toBe(true)
  await report()
  await page.getByText('This report contains internal answers. Do not give it to the customer.').waitFor()
  const row = page.getByRole('row', { name: /Keys and lockbox/ })
  await row.getByText('Box 77').waitFor()
  await row.getByText(note).waitFor()
})

test('floors are offered by the building above', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court', templateName: wiring })
  const floors = survey.user_survey_sections.find(
    (one) => one.user_survey_section_name === 'Midrise or highrise floor info',
  )
  const given = (section: string, field: string, field_value: string) => ({
    id: answerOf(survey, section, field).id,
    field_value,
  })
  const part = (name: string, details: readonly { id: string; field_value: string }[]) => {
    const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === name)
    return {
      id: section?.id ?? '',
      user_survey_sub_sections_attributes: [
        {
          id: section?.user_survey_sub_sections[0]?.id ?? '',
          user_survey_sub_section_details_attributes: [...details],
        },
      ],
    }
  }
  const floorInfo = floors?.user_survey_section_name ?? ''
  await surveyor.api.call(autoSave, {
    body: {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        part('Building Information', [given('Building Information', 'Building name or number', 'Tower A')]),
        part(floorInfo, [
          given(floorInfo, 'Building', 'Tower A'),
          given(floorInfo, 'Floor name or number', 'Ground'),
        ]),
        part('MDF Info', [given('MDF Info', 'Building', 'Tower B')]),
      ],
    },
  })
  const page = await visit('phone')
  const first = survey.user_survey_sections[0]?.id ?? ''
  const mdf = survey.user_survey_sections.find((one) => one.user_survey_section_name === 'MDF Info')
  await openAs(page, surveyor, formAddress(survey).replace(first, mdf?.id ?? ''))
  await form(page).heading('MDF Info').waitFor()
  await page.getByText('Tower B has no floors yet.').waitFor()
  await form(page).choose('Building', 'Tower A')
  await form(page).choose('Floor', 'Ground')
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'MDF Info', 'Floor').field_value)
    .toBe('Ground')
})

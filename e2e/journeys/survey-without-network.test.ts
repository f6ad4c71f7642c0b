import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { fillBuilding, fillInterior, fillSystems, fillUnit } from '../main-job.ts'
import { readyOffline } from '../offline-ready.ts'
import { devicePatience, patience } from '../patience.ts'
import { answerOf, inspection, readList, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

test('with the server dead a survey is made, filled, repeated and submitted, and arrives once', async ({
  site,
  visit,
  surveyor,
}) => {
  const other = await startSurvey(surveyor, { name: 'Belasco House' })
  const page = await visit('phone', { serviceWorkers: 'allow' })
  const board = dashboard(page)
  // The last thing that is brought onto the device, behind list and templates.
  const brought = page.waitForResponse((answer) => answer.url().includes(`${other.id}/changed`), {
    timeout: devicePatience,
  })
  await logIn(page, surveyor)
  // The device becomes ready by itself and announces it once, so the user can leave for the basement.
  const ready = readyOffline(page)
  await Promise.all([brought, ready])
  await site.kill()

  await board.open()
  await board.surveys.getByRole('link', { name: 'Belasco House' }).waitFor()
  await board.create({ template: inspection, name: 'Hill House', owner: 'Mrs Dudley' })
  await page.getByRole('heading', { name: 'Survey Form: Hill House' }).waitFor()
  await fillAndSubmit(page)
  await page.reload()
  await form(page).heading('Safety and result').waitFor()
  expect(await form(page).select('Result of the inspection').inputValue()).toBe('Passed with remarks')
  await board.open()
  await board.surveys.getByText('2 surveys').waitFor()
  await board.surveys.getByText('Completed', { exact: true }).waitFor()

  await site.restart()
  const arrived = async () =>
    (await readList(surveyor)).map(({ survey_name, status }) => [survey_name, status])
  await expect.poll(arrived, { timeout: 3 * patience, interval: 500 }).toEqual([
    ['Hill House', 'Completed'],
    ['Belasco House', 'Started'],
  ])
  const [made] = await readList(surveyor)
  const survey = await readSurvey(surveyor, made?.id ?? '')
  const section = survey.user_survey_sections.find(
    ({ user_survey_section_name }) => user_survey_section_name === 'Building exterior',
  )
  expect(section?.user_survey_sub_sections).toHaveLength(2)
  for (const [part, name] of ['East wing', 'West wing'].entries())
    expect(answerOf(survey, 'Building exterior', 'Building name or number', part).field_value).toBe(name)
})

test('a survey that the server would not make is mended from its own form, and arrives', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  const board = dashboard(page)
  await logIn(page, surveyor)
  const refusal = { errors: [{ survey_name: 'This name is taken.' }] }
  await page.context().route('**/users_survey', (route) => {
    const { survey_name } = route.request().postDataJSON() ?? {}
    return survey_name === 'Hill House' ? route.fulfill({ status: 422, json: refusal }) : route.fallback()
  })
  await board.create({ template: inspection, name: 'Hill House', owner: 'Mrs Dudley' })
  await form(page)
    .syncLine.getByText(/This name is taken/)
    .waitFor()
  // Where it is in the list too, there is a way; nothing that only the server has is offered.
  await form(page).leave()
  await board.surveys.getByRole('link', { name: 'Rejected: see what to do' }).waitFor()
  await board.choose('Download', 'Hill House')
  await board.dialog.getByText(/only on this device until it is sent/).waitFor()
  expect(await board.dialog.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  await board.closeDialog()

  await board.choose('Edit', 'Hill House')
  await page.getByRole('button', { name: 'Change and try again' }).click()
  await page.getByLabel('Survey name').fill('Hill House 2')
  await page.getByRole('button', { name: 'Save and try again' }).click()
  await page.getByRole('heading', { name: 'Survey Form: Hill House 2' }).waitFor()
  const arrived = async () => (await readList(surveyor)).map(({ survey_name }) => survey_name)
  await expect.poll(arrived).toEqual(['Hill House 2'])
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
})

async function fillAndSubmit(page: Page): Promise<void> {
  const fields = form(page)
  await fields.input('Property name').fill('Hill House')
  await fields.input('Address').fill('12 Ridge Road')
  await fields.input('Inspector').fill('Ada Moore')
  await fields.choose('Reason for the inspection', 'Annual')
  await fields.input('Number of buildings').fill('2')
  await fields.next('Building exterior')
  await fillBuilding(page, 'East wing', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part('Building exterior 2').waitFor()
  await fillBuilding(page, 'West wing', 'Poor')
  await fillInterior(page)
  await fillUnit(page)
  await fields.press('Overall condition', 'Fair')
  await fillSystems(page)
  await fields.choose('Result of the inspection', 'Passed with remarks')
  await fields.submit.click()
  await fields.dialog.getByText(/on this device/).waitFor({ timeout: 2 * patience })
  await fields.dialog.getByRole('button', { name: 'Done' }).click()
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { onOwnSite } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { sideways } from '../sideways.ts'
import { admin } from '../site.ts'

/** A hidden template is hidden for everybody on the site. */
const test = onOwnSite()

const nine = [
  'Property and wiring survey',
  'General property inspection',
  'Telecom closet acceptance',
  'Move-in / move-out inspection',
  'Fire safety walk',
  'Roof inspection',
  'Small-cell site survey',
  'Elevator room survey',
  'Punch list',
]

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose a survey template' })
const offered = (page: Page, name: string) => choice(page).getByRole('button', { name })

async function openChoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create survey' }).first().tap()
  await offered(page, nine[0] ?? '').waitFor()
}

test('a surveyor previews a template and starts with it; an admin hides it, and the survey goes on', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, '/dashboard')
  await openChoice(page)
  for (const name of nine) await offered(page, name).waitFor()
  expect(await choice(page).getByRole('button', { name: 'Preview', exact: true }).count()).toBe(9)
  expect.soft(await seriousOn(page), 'the choice').toEqual([])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await sideways(page)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })

  await choice(page).getByRole('button', { name: 'Preview', exact: true }).nth(4).tap()
  const preview = page.getByRole('dialog', { name: 'Preview: Fire safety walk' })
  await preview.getByLabel('Section').selectOption({ label: 'Extinguisher' })
  await preview.getByText('Last hydrostatic test').first().waitFor()
  expect(await preview.getByRole('button', { name: 'Report as PDF' }).count()).toBe(0)
  expect.soft(await seriousOn(page), 'the preview').toEqual([])
  await preview.getByRole('button', { name: 'Close', exact: true }).first().tap()
  await offered(page, 'Fire safety walk').waitFor()

  await choice(page).getByRole('button', { name: 'Preview', exact: true }).nth(4).tap()
  await preview.getByRole('button', { name: 'Start a survey' }).tap()
  await page.getByLabel('Survey Name').fill('Walk of May')
  await page.getByLabel('Property Owner', { exact: true }).fill('Mrs Dudley')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await form(page).heading('Building').waitFor()
  await form(page).syncLine.getByText('On the server').waitFor()

  const desk = await visit('desktop', { bypassCSP: true })
  await logIn(desk, admin)
  await dashboard(desk).heading.waitFor()
  await desk.goto('/Templates?search=Fire')
  const card = desk.getByRole('region', { name: 'Templates' }).getByRole('listitem')
  await desk.getByRole('button', { name: 'More for Fire safety walk' }).click()
  await desk.getByRole('menuitem', { name: 'Hide from surveyors' }).click()
  await desk.getByText('Fire safety walk is hidden.').waitFor()
  await card.getByText('Hidden', { exact: true }).waitFor()
  expect.soft(await seriousOn(desk), 'a hidden template').toEqual([])

  await form(page).input('Address').fill('Hill Road 1')
  await form(page).syncLine.getByText('On the server').waitFor()
  await page.reload()
  await expect.poll(() => form(page).input('Address').inputValue()).toBe('Hill Road 1')
  await page.goto('/dashboard')
  await openChoice(page)
  await offered(page, 'Fire safety walk').waitFor({ state: 'detached' })
  await offered(page, 'Punch list').waitFor()

  await desk.getByRole('button', { name: 'More for Fire safety walk' }).click()
  await desk.getByRole('menuitem', { name: 'Show to surveyors' }).click()
  await card.getByText('Ready to use', { exact: true }).waitFor()
  await page.reload()
  await openChoice(page)
  await offered(page, 'Fire safety walk').waitFor()
})

test('offline, a template is previewed and a survey started with what is on the device', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  const survey = await startSurvey(surveyor)
  await openAs(page, surveyor, formAddress(survey))
  await page.goto('/dashboard')
  await openChoice(page)
  // The sections appear once the last template is on the device.
  await choice(page).getByText('Project, Floor, Punch item').waitFor()
  await choice(page).getByRole('button', { name: 'Preview', exact: true }).first().tap()
  await page
    .getByRole('dialog', { name: 'Preview: Property and wiring survey' })
    .getByLabel('Section')
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().tap()
  await page.route('**/api/**', (route) => route.abort())
  await choice(page).getByRole('button', { name: 'Preview', exact: true }).last().tap()
  const preview = page.getByRole('dialog', { name: 'Preview: Punch list' })
  await preview.getByLabel('Section').selectOption({ label: 'Punch item' })
  await preview.getByText('Room or location').first().waitFor()
})

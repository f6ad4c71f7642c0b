import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { media } from '../screens/media.ts'

test('a part that cannot be loaded takes no screen with it, and calls that hang hold nothing up', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  await attachPhoto(surveyor, survey, await photo('gate.jpg', 1))
  const page = await visit('phone')
  await page.route(/menu-drawer|email-banner|terms-ask|drawing-editor/, (route) => route.abort())
  await page.route(/navigation_menu|profile\/settings|profile\/photo/, () => {})
  await logIn(page, surveyor)
  await dashboard(page).heading.waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Profile settings' }).waitFor()
  await expect.poll(() => dashboard(page).heading.isVisible()).toBe(true)
  await page.goto(formAddress(survey))
  await page
    .getByText(/: Hill House/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Next' }).waitFor()

  await media(page, 'Overview').captions.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Draw' }).click()
  await dialog.getByText('The server cannot be reached. This needs a connection.').waitFor()
  await dialog.getByRole('button', { name: 'Ok' }).click()
  expect(await page.getByText('could not keep').count()).toBe(0)
})

test('where the Spanish words cannot be loaded English is spoken', async ({ visit, surveyor }) => {
  const page = await visit('desktop', { locale: 'es-MX' })
  await page.route(/\/catalogue-.*\.js/, async (route) => {
    const response = await route.fetch()
    return (await response.text()).includes('Iniciar sesi') ? route.abort() : route.fulfill({ response })
  })
  await page.goto('/')
  await entry(page).logInButton.waitFor()
  await logIn(page, surveyor)
  await dashboard(page).heading.waitFor()
})

import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'

test('a part that cannot be loaded takes no screen with it, and calls that hang hold nothing up', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await page.route(/menu-drawer|email-banner|terms-ask/, (route) => route.abort())
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

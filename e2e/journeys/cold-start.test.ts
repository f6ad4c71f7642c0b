import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { newProfile, openKillable } from '../killable-browser.ts'
import { patience } from '../patience.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

/** Addresses of screens with separate files, and an element that shows they are rendered. */
const others = [
  ['/Settings2', 'Settings'],
  ['/Cfspeechtotext5', 'Dictation test'],
  ['/Home', 'Home'],
  ['/UserProfileAdvance2', 'Log out'],
] as const

/** Waits until the whole program is stored on the device. */
async function programKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

test('with the server and browser killed, dashboard, survey and settings open cold and accept input', async ({
  site,
  surveyor,
  onTestFinished,
}) => {
  const survey = await startSurvey(surveyor)
  const profile = await newProfile()
  const first = await openKillable(profile)
  onTestFinished(() => first.kill())
  const page = await first.context.newPage()
  await logIn(page, surveyor, site.address)
  await page.goto(site.address + formAddress(survey))
  await form(page).input('Property name').waitFor()
  await programKept(page)
  await site.kill()
  await first.kill()

  const second = await openKillable(profile)
  onTestFinished(() => second.kill())
  const cold = await second.context.newPage()
  await cold.goto(`${site.address}/dashboard`)
  await dashboard(cold).heading.waitFor()
  await cold.goto(site.address + formAddress(survey))
  await form(cold).input('Property name').fill('Hill House')
  await form(cold)
    .syncLine.getByText(/on this device/)
    .waitFor()
  for (const [path, title] of others) {
    await cold.goto(site.address + path)
    await cold.getByRole('heading', { name: title }).first().waitFor()
  }

  await site.restart()
  const arrived = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name')
  await expect
    .poll(arrived, { timeout: 2 * patience, interval: 500 })
    .toMatchObject({ field_value: 'Hill House' })
})

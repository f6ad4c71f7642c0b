import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { logOut } from '#contract/accounts/accounts.ts'
import { generateLink, revokeAccess } from '#contract/sharing/sharing.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry } from '../screens/entry.ts'
import { guest } from '../screens/guest.ts'
import { profile } from '../screens/profile.ts'
import { sharing } from '../screens/sharing.ts'
import { sideways } from '../sideways.ts'

async function atWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
}

test('at exactly 900, 550 and 390 px menu and dialogs are the narrow ones, and one pixel above they are not', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('desktop', { bypassCSP: true })
  const screen = dashboard(page)
  await atWidth(page, 901)
  await openAs(page, surveyor, '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Profile settings' }).waitFor()
  await atWidth(page, 900)
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Profile settings' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })

  await screen.choose('Share', 'Hill House')
  await sharing(page).dialog.getByRole('textbox', { name: 'Link to the report' }).waitFor()
  const width = async () => Math.round((await screen.dialog.boundingBox())?.width ?? 0)
  for (const [at, full] of [
    [551, false],
    [550, true],
    [390, true],
  ] as const) {
    await atWidth(page, at)
    await expect.poll(async () => (await width()) === at, { message: `${at}` }).toBe(full)
    expect([at, await sideways(page)]).toEqual([at, 0])
  }
  expect(await seriousOn(page)).toEqual([])

  // The form as well: the list of sections is beside it, or an overlay.
  await page.goto(formAddress(survey))
  const sections = page.getByRole('button', { name: /All sections/ })
  await sections.waitFor()
  for (const [at, narrow] of [
    [901, false],
    [900, true],
  ] as const) {
    await atWidth(page, at)
    await expect.poll(() => sections.isVisible(), { message: `${at}` }).toBe(narrow)
    expect([at, await sideways(page)]).toEqual([at, 0])
  }
})

test('sends no authenticated call before the login, while leaving, or after it', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  const bare: string[] = []
  const asked = new Set<Request>()
  let isOut = false
  page.on('request', (request) => !isOut && request.headers().token && asked.add(request))
  page.on('response', (response) => {
    if (response.request().method() === logOut.method && response.url().endsWith(logOut.path)) isOut = true
    // Calls made in the session may be answered after its end.
    if (response.status() === 401 && !asked.has(response.request())) bare.push(response.url())
  })
  await page.goto('/dashboard')
  await entry(page).logInButton.waitFor()
  await openAs(page, surveyor, '/profile/logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await entry(page).logInButton.waitFor()
  await page.waitForLoadState('networkidle')
  expect(bare).toEqual([])
})

test('a shared report opens by the link’s id alone, and reports if it cannot be shown', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const made = await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })
  const id = made?.body.data.link_share_id ?? ''
  const page = await visit('phone', { bypassCSP: true })
  const shared = guest(page)
  await page.goto(`/survey-report/${id}`)
  await shared.info.waitFor()

  const sections = /guest_survey_section_sub_section_detailed_info/
  await page.route(sections, (route) => route.abort())
  await shared.next.click()
  const failed = page.getByRole('alertdialog', { name: 'The report could not be loaded.' })
  await failed.waitFor()
  expect(await seriousOn(page)).toEqual([])
  await failed.getByRole('button', { name: 'Close' }).click()
  await failed.waitFor({ state: 'hidden' })
  await page.unroute(sections)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await shared.value('Dwelling units').or(page.getByRole('main').locator('dl')).first().waitFor()

  await surveyor.api.call(revokeAccess, { body: { link_share_id: survey.id } })
  await page.goto(`/survey-report/${id}`)
  await shared.expired.waitFor()
})

test('a save’s message disappears when a later save is rejected', async ({ visit, surveyor }) => {
  const page = await visit('desktop')
  const screen = profile(page)
  await openAs(page, surveyor, '/dashboard')
  await screen.open()
  await screen.field('First name').fill('Samira')
  await screen.save.click()
  const success = page.getByText('Success', { exact: true })
  await success.waitFor()
  await screen.field('First name').fill('Sam')
  await page.context().setOffline(true)
  await screen.save.click()
  await page.getByText('An unexpected error has occured').waitFor()
  expect(await success.count()).toBe(0)
})

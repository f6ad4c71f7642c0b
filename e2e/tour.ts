import type { Page } from 'playwright-core'
import { generateLink } from '#contract/sharing/sharing.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { photo } from './pictures.ts'
import { attachPhoto, formAddress, startSurvey, submitFilled } from './scene.ts'
import { dashboard } from './screens/dashboard.ts'
import { entry, logIn } from './screens/entry.ts'
import { form } from './screens/form.ts'
import { guest } from './screens/guest.ts'
import { media } from './screens/media.ts'
import type { Surveyor } from './site.ts'

/** Data to look at: a shared survey with a photo, and one just begun. */
export interface Sights {
  readonly surveyor: Surveyor
  readonly begun: SurveyDetail
  readonly done: SurveyDetail
  readonly link: string
}

/** Called on each screen and dialog once it is complete. */
export type Look = (sight: string) => Promise<void>

export async function prepareSights(surveyor: Surveyor): Promise<Sights> {
  const begun = await startSurvey(surveyor, { name: 'Just begun' })
  const done = await startSurvey(surveyor, {
    name: 'Hill House',
    owner: 'Mrs Eleanor Dudley of the long hill',
  })
  await submitFilled(surveyor, done)
  for (const survey of [begun, done]) await attachPhoto(surveyor, survey, await photo('gate.jpg'))
  const link = await surveyor.api.call(generateLink, { body: { link_share_id: done.id } })
  return { surveyor, begun, done, link: link?.body.data.shareable_link ?? '' }
}

/** Visits every screen available without a login. */
export async function seeEntry(page: Page, look: Look): Promise<void> {
  await entry(page).open()
  await look('login')
  await entry(page).logInButton.click()
  await entry(page).refusal.waitFor()
  await look('login refused')
  const pages = [
    ['/EmailAccountRegistration', 'Create account'],
    ['/passwords', 'Forgot password'],
    ['/GuestLogin', 'Log in as a guest'],
    ['/PrivacyPolicy', 'Privacy Policy'],
    ['/TermsAndConditions', 'Terms of Use'],
    ['/nowhere', 'Page not found'],
  ] as const
  for (const [path, heading] of pages) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await look(heading)
  }
}

/** Visits the dashboard, its dialogs, and the profile. */
export async function seeDashboard(page: Page, { surveyor }: Sights, look: Look): Promise<void> {
  const board = dashboard(page)
  await logIn(page, surveyor)
  await board.surveys.waitFor()
  await look('dashboard')
  await page.getByRole('button', { name: 'Create survey' }).click()
  await page.getByRole('button', { name: 'General property inspection' }).waitFor()
  await look('templates')
  await page.getByRole('button', { name: 'General property inspection' }).click()
  await page.getByLabel('Survey Name').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await look('new survey refused')
  await board.closeDialog()
  await board.surveys.getByText('Hill House').click()
  await board.dialog.getByText('Survey details').waitFor()
  await look('survey details')
  await board.closeDialog()
  await seePopups(page, look)
  await page.goto('/profile')
  await page.getByText('This device').waitFor()
  await look('profile')
  await page.goto('/profile/logout')
  await page.getByRole('dialog').getByText('Log out on this device?').waitFor()
  await look('logout')
}

async function seePopups(page: Page, look: Look): Promise<void> {
  const board = dashboard(page)
  const popups = [
    ['Delete', 'Are you sure you want to delete the survey?'],
    ['Share', 'Anyone with this link can view the report.'],
    ['Download', '1 photo'],
  ] as const
  for (const [action, words] of popups) {
    await board.choose(action, 'Hill House')
    await board.dialog.getByText(words, { exact: true }).waitFor()
    await look(action)
    await board.closeDialog()
  }
  if (await board.filters.isVisible()) await board.filters.click()
  await board.dates.click()
  await page.getByRole('button', { name: 'Previous month' }).waitFor()
  await look('range of days')
  await page.keyboard.press('Escape')
  // Going back over the dialog's entry would leave the address that is opened next.
  await page.waitForFunction(() => !history.state?.layers)
}

/** Visits the survey form and its dialogs. */
export async function seeForm(page: Page, { begun, done }: Sights, look: Look): Promise<void> {
  const fields = form(page)
  await page.goto(formAddress(begun))
  await fields.heading('Property and visit').waitFor()
  await fields.input('Property name').focus()
  await fields.input('Address').focus()
  await page.getByText('Please enter data').waitFor()
  await look('form')
  const photos = media(page, 'Overview')
  await photos.open()
  await look('adding photos')
  await photos.close.click()
  await photos.dialog.waitFor({ state: 'hidden' })
  await photos.edit.first().click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Caption of/ })
    .waitFor()
  await look('description of a photo')
  await page.keyboard.press('Escape')
  for (const section of ['Building exterior', 'Shared interior', 'Unit inspection', 'Systems and utilities'])
    await fields.next(section)
  await fields.next('Safety and result')
  await fields.submit.click()
  await page.getByRole('heading', { name: 'Please fill all mandatory fields' }).waitFor()
  await look('missing fields')
  await page.goto(formAddress(done))
  await fields.next('Building exterior')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part('Building exterior 2').waitFor()
  await look('repeated section')
}

/** Visits the report as its owner and as a guest. */
export async function seeReports(page: Page, { done, link }: Sights, look: Look): Promise<void> {
  await page.goto(`/SaveAsPdf/${done.id}`)
  await page.getByRole('article', { name: 'Hill House' }).waitFor()
  await look('report')
  await page.goto(link)
  await guest(page).photo('Front gate').waitFor()
  await look('guest report')
  await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)
  await guest(page).expired.waitFor()
  await look('expired link')
}

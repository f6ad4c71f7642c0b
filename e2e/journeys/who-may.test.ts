import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { logOut } from '#contract/accounts/accounts.ts'
import { watchCalls } from '../calls.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { storage } from '../screens/storage.ts'
import { password } from '../site.ts'
import { usually } from '../sizes.ts'

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('the login reports missing input and never which part was wrong', async ({ visit, surveyor }) => {
    const page = await visit(size)
    const login = entry(page)
    await login.open()
    await login.give({ email: '', password: '' })
    await page.getByText('Please enter your login credentials').waitFor()
    await login.give({ email: '', password })
    await page.getByText('Please enter email address').waitFor()
    await expect.poll(() => page.getByText('Please enter your login credentials').count()).toBe(0)
    await login.give({ email: surveyor.email, password: '' })
    await page.getByText('Please enter password').waitFor()
    await login.give({ email: surveyor.email, password: `${password}!` })
    await login.refusal.getByText('Your login credentials are incorrect').waitFor()
    await login.give({ email: 'nobody@example.com', password })
    await login.refusal.getByText('Your login credentials are incorrect').waitFor()
    await login.password.fill(`${password}?`)
    await expect.poll(() => login.refusal.count()).toBe(0)
    await login.give(surveyor)
    await dashboard(page).heading.waitFor()
  })
})

test('without a session every screen leads to the login, and back to the requested screen', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop')
  await page.goto('/profile')
  await entry(page).logInButton.waitFor()
  await entry(page).give(surveyor)
  await page.getByRole('heading', { name: 'Profile settings' }).waitFor()
})

test('a session ended elsewhere is reported in every tab, and its work is stored and sent once after the next login', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const read = async () => {
    const saved = await readSurvey(surveyor, survey.id)
    const answers = ['Property name', 'Address'].map((name) => answerOf(saved, 'Property and visit', name))
    const { photos } = answerOf(saved, 'Property and visit', 'Overview')
    return [...answers.map(({ field_value, revision }) => [field_value, revision]), photos.length]
  }
  const page = await visit('phone')
  const calls = watchCalls(page.context())
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Before')
  await expect.poll(read).toEqual([['Before', 1], ['', 0], 0])
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await dashboard(tab).heading.waitFor()

  const token = await page.evaluate(() => localStorage.getItem('auth-token'))
  // The open form learns at once that its session is over, if it has a stream.
  await page.context().setOffline(true)
  await calls.ended()
  await surveyor.api.as(token ?? '').call(logOut, {})
  await form(page).input('Address').fill('12 Ridge Road')
  const overview = media(page, 'Overview')
  await overview.open()
  await overview.pick([await photo('gate.jpg', 1)])
  await overview.close.click()
  await overview.dialog.waitFor({ state: 'hidden' })
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.context().setOffline(false)
  const ended = (one: Page) =>
    one.getByRole('dialog', { name: 'Session Expired' }).getByText('Please Log in again.')
  await ended(page).waitFor()
  await ended(tab).waitFor()
  await page.reload()
  await ended(page).waitFor()
  await page.getByRole('button', { name: 'Ok' }).click()
  await ended(tab).waitFor({ state: 'detached' })

  // The unsent work belongs to the first account, no matter who logs in next.
  await entry(tab).give(await site.surveyor('Other'))
  await dashboard(tab).heading.waitFor()
  await storage(tab).open()
  await tab.getByText('Another account has 2 changes waiting on this device.').waitFor()
  await storage(tab).nothingWaits.waitFor()
  expect(await read()).toEqual([['Before', 1], ['', 0], 0])
  await tab.goto('/profile/logout')
  await tab.getByRole('button', { name: 'Log out' }).click()
  // After another account's session, the login does not return to the first account's screen.
  await entry(page).give(surveyor)
  await dashboard(page).heading.waitFor()
  await page.goto(formAddress(survey))
  await form(page).input('Address').waitFor()
  expect(await form(page).input('Address').inputValue()).toBe('12 Ridge Road')
  await expect.poll(read).toEqual([['Before', 1], ['12 Ridge Road', 1], 1])
})

test('a session that ends during typing waits for a pause, and no letter is lost', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Address').click()
  const token = await page.evaluate(() => localStorage.getItem('auth-token'))
  await page.keyboard.type('12 ')
  await surveyor.api.as(token ?? '').call(logOut, {})
  // The session has ended, and typing continues.
  let words = '12 '
  for (let rest = 20; rest > 0; rest--) {
    words += 'x'
    await page.keyboard.type('x')
    if (await page.evaluate(() => localStorage.getItem('session-expired') === null)) rest = 20
  }
  expect(await form(page).input('Address').inputValue()).toBe(words)
  await page.getByRole('dialog', { name: 'Session Expired' }).getByText('Please Log in again.').waitFor()
  await page.getByRole('button', { name: 'Ok' }).click()
  await entry(page).give(surveyor)
  await form(page).input('Address').waitFor()
  expect(await form(page).input('Address').inputValue()).toBe(words)
  const read = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Address')
  await expect.poll(read).toMatchObject({ field_value: words })
})

test('another account on the same device neither sees nor sends the first one’s work', async ({
  site,
  visit,
  surveyor,
}) => {
  const other = await site.surveyor('Other')
  const survey = await startSurvey(surveyor, { name: 'Hill House' })
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').waitFor()
  await page.context().setOffline(true)
  await form(page).input('Property name').fill('Only mine')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.context().setOffline(false)
  // The network is back, but the token is gone before anything can be sent.
  await page.evaluate(() => localStorage.removeItem('auth-token'))
  await logIn(page, other)
  await page.getByText('No Data Found, start by creating survey').waitFor()
  await page.goto(formAddress(survey))
  await page.getByText('Invalid template or section id').waitFor()
  expect(await page.getByText('Only mine').count()).toBe(0)

  await page.goto('/profile/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn(page, surveyor)
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name'))
    .toMatchObject({ field_value: 'Only mine' })
})

import { describe, expect } from 'vitest'
import { logOut } from '#contract/accounts.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { password } from '../site.ts'
import { usually } from '../sizes.ts'

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('the login says what is missing and never which part was wrong', async ({ visit, surveyor }) => {
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

test('without a login every screen leads to the login, and back to where one wanted to go', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop')
  await page.goto('/profile')
  await entry(page).logInButton.waitFor()
  await entry(page).give(surveyor)
  await page.getByRole('heading', { name: 'Profile settings' }).waitFor()
})

test('a session that was ended elsewhere says so, and the work is kept and sent after the next login', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await logIn(page, surveyor)
  await page.goto(formAddress(survey))
  await form(page).input('Property name').fill('Before')
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name'))
    .toMatchObject({ field_value: 'Before' })

  const token = await page.evaluate(() => localStorage.getItem('auth-token'))
  // The open form hears at once that its session is over, where it hears anything.
  await page.context().setOffline(true)
  await surveyor.api.as(token ?? '').call(logOut, {})
  await form(page).input('Address').fill('12 Ridge Road')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByText('Session Expired').waitFor()
  await page.getByText('Please Log in again.').waitFor()
  await page.getByRole('button', { name: 'Ok' }).click()
  await entry(page).give(surveyor)
  await form(page).input('Address').waitFor()
  expect(await form(page).input('Address').inputValue()).toBe('12 Ridge Road')
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Address'))
    .toMatchObject({ field_value: '12 Ridge Road' })
})

test("another account on the same device neither sees nor sends the first one's work", async ({
  site,
  visit,
  surveyor,
}) => {
  const other = await site.surveyor('Other')
  const survey = await startSurvey(surveyor, { name: 'Hill House' })
  const page = await visit('desktop')
  await logIn(page, surveyor)
  await page.goto(formAddress(survey))
  await form(page).input('Property name').waitFor()
  await page.context().setOffline(true)
  await form(page).input('Property name').fill('Only mine')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.context().setOffline(false)
  // The network is back, but the token is gone before anything can leave.
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

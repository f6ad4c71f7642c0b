import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { pressOn, tabTo } from '../keyboard.ts'
import { heic, photo } from '../pictures.ts'
import { entry, logIn } from '../screens/entry.ts'
import { profile } from '../screens/profile.ts'
import { password } from '../site.ts'

const next = 'Hillhouse60'

/** Returns the stored values that other parts of the product read, except token and id. */
async function kept(page: Page): Promise<Record<string, string | null>> {
  const names = ['user-name', 'role']
  return Object.fromEntries(
    await page.evaluate((keys) => keys.map((key) => [key, localStorage.getItem(key)]), names),
  )
}

test('on a phone: a row for each part, each on its own screen, and the end of the account', async ({
  site,
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  const screen = profile(page)
  const axe = async (what: string) => expect.soft(await seriousOn(page), what).toEqual([])
  await logIn(page, surveyor)
  await screen.open()
  await axe('profile')

  await screen.row('Name Sam Rivera').click()
  await screen.field('First name').fill('')
  await screen.save.click()
  await page.getByText("First name can't be blank").waitFor()
  await axe('name')
  await screen.field('First name').fill('Samira')
  await page.context().setOffline(true)
  await screen.save.click()
  await page.getByText('An unexpected error has occured').waitFor()
  await page.context().setOffline(false)
  await screen.save.click()
  await page.getByText('Success', { exact: true }).waitFor()
  await screen.updated.waitFor()
  expect(await kept(page)).toEqual({ 'user-name': 'Samira_Rivera', role: 'surveyor' })
  await screen.row('Name Samira Rivera').waitFor()

  await screen.row('Phone').click()
  await screen.save.click()
  await page.getByText('Please enter a valid US phone number.').waitFor()
  await screen.field('Country code').fill('415')
  await screen.field('Phone').fill('5550123')
  await screen.save.click()
  await screen.dialog.getByText('+14155550123').waitFor()
  await axe('code')
  const [sms = ''] = await site.mailsTo('+14155550123')
  await screen.field('Code').fill(/\d{4}/.exec(sms)?.[0] ?? '')
  await screen.field('Current password').fill('Wrong7horse')
  await page.getByRole('button', { name: 'Confirm number' }).click()
  await page.getByText('Current password not valid.').waitFor()
  await screen.field('Current password').fill(password)
  await page.getByRole('button', { name: 'Confirm number' }).click()
  await screen.row('Phone +14155550123').waitFor()

  await screen.row('Company').click()
  await screen.field('Company').fill('Hill & Sons')
  // Nobody goes back in the same moment.
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
  await page.goBack()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await screen.save.click()
  await screen.row('Company Hill & Sons').waitFor()

  await screen.picker.setInputFiles(await photo('me.gif'))
  await page.getByText('Invalid file format.').waitFor()
  await screen.picker.setInputFiles(await heic('IMG_0001.HEIC'))
  await page.getByText('Your browser cannot show this picture. Its center becomes your photo.').waitFor()
  await screen.photo.waitFor()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await screen.dialog.getByRole('button', { name: 'Remove photo' }).click()
  await screen.photo.waitFor({ state: 'hidden' })
  // The dialog's step back would break off what is gone to in the same moment.
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBeUndefined()

  await page.goto('/UserProfileBasicBlock')
  await screen.field('Mobile').waitFor()
  expect(await screen.field('Mobile').inputValue()).toBe('4155550123')
  await page.getByRole('button', { name: 'Save Changes', exact: true }).waitFor()
  await axe('basic profile')
  await page.goto('/UserProfileAdvance2')
  await page.getByRole('button', { name: 'Stay logged in' }).waitFor()
  await axe('logout')

  await screen.open()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await screen.dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Your account was successfully deleted').waitFor()
  expect(new URL(page.url()).pathname).toBe('/DeleteConfirmation')
  await axe('deleted')
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await entry(page).give(surveyor)
  await page.getByText('Your login credentials are incorrect').waitFor()
})

test('on a wide screen by keyboard alone: photo, details and password on one screen', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop', { bypassCSP: true })
  const screen = profile(page)
  const axe = async (what: string) => expect.soft(await seriousOn(page), what).toEqual([])
  await logIn(page, surveyor)
  await screen.open()

  // Does what the system's file dialog does after Enter on the button.
  await screen.picker.setInputFiles(await photo('me.jpg'))
  await page.getByRole('heading', { name: 'Adjust your photo' }).waitFor()
  await tabTo(page, 'Part of the picture that is shown. Move it with the arrow keys.')
  await page.keyboard.press('ArrowLeft')
  await tabTo(page, 'Zoom')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('slider').getAttribute('aria-valuenow')).toBe('1.1')
  await page.keyboard.press('Home')
  expect(await page.getByRole('slider').getAttribute('aria-valuenow')).toBe('0.9')
  await axe('crop')
  await pressOn(page, 'Apply')
  await screen.updated.waitFor()
  await screen.photo.waitFor()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('user-info')))
    .toMatch(/^\/api\/files\/portrait\//)
  await expect
    .poll(() => screen.photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(512)

  await tabTo(page, 'First name')
  await page.keyboard.type('antha')
  await tabTo(page, 'Company')
  await page.keyboard.type('Hill & Sons')
  await pressOn(page, 'Change password')
  await tabTo(page, 'Current password')
  await page.keyboard.type('Wrong7horse')
  await tabTo(page, 'New password')
  await page.keyboard.type(next)
  await tabTo(page, 'Re-type new password')
  await page.keyboard.type(next)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Current password not valid.').waitFor()
  await axe('refused')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('current')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await screen.dialog.getByText('Your password has been successfully changed').waitFor()
  await page.keyboard.press('Enter')
  await screen.updated.waitFor()

  await page.goto('/profile/ChangePasswordMobileScreen')
  await tabTo(page, 'Current password')
  await page.keyboard.type(next)
  await tabTo(page, 'New password')
  await page.keyboard.type(password)
  await tabTo(page, 'Re-type new password')
  await page.keyboard.type(password)
  await axe('password')
  await page.keyboard.press('Enter')
  await page.getByText('Password successfully changed').waitFor()
  await page.keyboard.press('Enter')
  await screen.heading.waitFor()

  await tabTo(page, 'Company')
  await page.keyboard.type('!')
  await pressOn(page, 'Log out')
  await page.getByText('Leave without saving?').waitFor()
  await pressOn(page, 'Leave')
  await screen.dialog.getByText('Log out on this device?').waitFor()
  await tabTo(page, 'Stay logged in')
  await pressOn(page, 'Log out')
  await entry(page).logInButton.waitFor()
  await logIn(page, surveyor)
})

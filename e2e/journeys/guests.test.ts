import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { confirmEmail } from '#contract/accounts/entry.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'
import { sideways } from '../sideways.ts'
import type { Site, Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

/** Mails go out only in a name that something is known of. */
async function proven(site: Site): Promise<Surveyor> {
  const surveyor = await site.surveyor()
  const [mail = ''] = await site.mailsTo(surveyor.email)
  const token = /[?#&]token=([\w-]+)/.exec(mail)?.[1] ?? ''
  const done = await surveyor.api.call(confirmEmail, { body: { token } })
  if (done?.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify(done?.body)}`)
  return surveyor
}

/** The address of the report in a mail or a text. */
async function sentAddress(site: Site, to: string): Promise<string> {
  const [message = ''] = await site.mailsTo(to)
  return /http\S+\/survey-report\/[\w-]+\/[\w-]+/.exec(message)?.[0] ?? ''
}

let sentNumbers = 0

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('a report is sent by email and to a number, whose holder reads it as a guest', async ({
    site,
    visit,
  }) => {
    const owner = await proven(site)
    await startSurvey(owner)
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, owner, '/dashboard')
    await dashboard(page).choose('Share', 'Hill House')
    const popup = sharing(page)

    await popup.dialog.getByText('Email and text messages aren’t set up').waitFor()
    await popup.send('nobody')
    await popup.dialog.getByText('The email address you entered is not valid.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('inputmode'))).toBe('email')
    expect(await seriousOn(page)).toEqual([])
    const reader = `reader${++sentNumbers}@example.com`
    await popup.send(reader)
    await page.getByRole('heading', { name: 'Message with the link' }).waitFor()
    await popup.said.getByText(reader).waitFor()
    expect(await seriousOn(page)).toEqual([])
    // Done has the focus.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Share survey' }).waitFor()

    const number = `21255501${String(sentNumbers).padStart(2, '0')}`
    await popup.send(number)
    await popup.said.getByText(`+1${number}`).waitFor()
    await popup.dialog.getByRole('button', { name: 'Done' }).click()

    const theirs = await visit(size, { bypassCSP: true })
    await openReport(theirs, await sentAddress(site, reader))

    await logInByPhone(theirs, site, number)
    await seeSharedReport(theirs)
    await writeDetails(theirs)
    await theirs.setViewportSize({ width: 320, height: 640 })
    expect(await sideways(theirs)).toBe(0)

    // A revoked report disappears with the next load, and the session with the logout, in every tab.
    await popup.revoke()
    await page.getByText('Access to the shared report has been revoked.').waitFor()
    await theirs.reload()
    await theirs.getByText('No reports are shared with this number at the moment.').waitFor()
    expect(await seriousOn(theirs)).toEqual([])
    const token = await theirs.evaluate(() => localStorage.getItem('guest-session'))
    await theirs.getByRole('button', { name: 'Log out' }).click()
    await theirs.getByRole('heading', { name: 'Log in as a guest' }).waitFor()
    await theirs.evaluate((held) => localStorage.setItem('guest-session', held ?? ''), token)
    await theirs.goto('/GuestDashboard')
    await theirs.getByText('Please log in again to see the reports shared with you.').waitFor()
  })
})

/** From the login, by keyboard alone; the code as it was sent. */
async function logInByPhone(page: Page, site: Site, number: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'See reports shared with your phone number' }).click()
  await page.getByRole('heading', { name: 'Log in as a guest' }).waitFor()
  const phone = page.getByRole('textbox', { name: 'Phone number' })
  // Nothing is set up here that could send one.
  await page.getByText('your administrator can give you a code').waitFor()
  await phone.fill('212 555')
  await page.keyboard.press('Enter')
  await page.getByText('Phone number is not valid.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await phone.fill(`(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  const [message = ''] = await site.mailsTo(`+1${number}`)
  const code = /(?<!\d)\d{4}(?!\d)/.exec(message)?.[0] ?? ''
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await page.keyboard.type(wrong)
  await page.keyboard.press('Enter')
  await page.getByText('OTP is not valid.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  // A phone drops the page while the message is being read.
  await page.reload()
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Guest Dashboard' }).waitFor()
}

async function seeSharedReport(page: Page): Promise<void> {
  await page.getByText('Shared by').or(page.getByText('Sam Rivera')).first().waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Hill House' }).click()
  await page.getByRole('region', { name: 'Basic info' }).getByText('In progress').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Hill House' }).waitFor()
}

async function writeDetails(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Theo')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('family-name')
  await page.getByLabel('Last name').fill('Jones')
  await page.getByLabel('Note').fill('Roof access')
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Please choose a photo or a PDF.').waitFor()
  await files.setInputFiles(await photo('me.jpg'))
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Your details were saved.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.reload()
  expect(await page.getByLabel('Last name').inputValue()).toBe('Jones')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download me.jpg' }).click()
  expect((await download).suggestedFilename()).toBe('me.jpg')
}

async function openReport(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await guest(page).title.waitFor()
}

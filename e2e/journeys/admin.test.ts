import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { startSurvey } from '../scene.ts'
import { adminConsole } from '../screens/admin.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { guest } from '../screens/guest.ts'
import { admin, password, type Site } from '../site.ts'
import { usually } from '../sizes.ts'

/** Returns the password in the mail to this address. */
async function mailedPassword(site: Site, email: string): Promise<string> {
  const [mail = ''] = await site.mailsTo(email)
  return /^(?:\w{4}-){3}\w{4}$/m.exec(mail)?.[0] ?? ''
}

/** Creates a survey of the page's account, and returns its link. */
async function shareFrom(page: Page, { address }: Site, email: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('auth-token') ?? '')
  const api = new HttpApi(address, token)
  const survey = await startSurvey({ api, email, password, name: 'Nell Vance' })
  const link = await api.call(generateLink, { body: { link_share_id: survey.id } })
  return link?.body.data.shareable_link ?? ''
}

async function chooseOwnPassword(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Keep your account secure' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password', { exact: true }).fill('Own5password')
  await page.getByLabel('Confirm new password').fill('Own5password')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await dashboard(page).heading.waitFor()
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  /** Only on the narrow layout, which has the same elements. */
  async function expectNothingSerious(page: Page, sight: string): Promise<void> {
    if (size === 'phone') expect.soft(await seriousOn(page), sight).toEqual([])
  }

  test('an administrator invites an account, promotes it and disables it, which ends its session and link', async ({
    site,
    visit,
  }) => {
    const email = `nell-${size}@example.com`
    const desk = await visit(size, { bypassCSP: true })
    const { open, invite, ask, dialog, list, log, tab } = adminConsole(desk)
    await logIn(desk, admin)
    await open()
    await invite({ first: 'Nell', last: '7', email: 'nell' })
    await dialog.getByText('Invalid email address').waitFor()
    await expect
      .poll(() => dialog.getByLabel('Last name').evaluate((one) => one === document.activeElement))
      .toBe(true)
    await expectNothingSerious(desk, 'invitation refused')
    await dialog.getByLabel('Last name').fill('Vance')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await desk.getByText(`The invitation to ${email} waits under Email deliverability`).waitFor()
    await desk.getByLabel('Search accounts').fill(email)
    await list.getByText('Invited', { exact: true }).waitFor()
    await expectNothingSerious(desk, 'accounts')

    const hers = await visit(size)
    await entry(hers).open()
    await entry(hers).give({ email, password: await mailedPassword(site, email) })
    await chooseOwnPassword(hers)
    const link = await shareFrom(hers, site, email)
    await hers.goto('/Adminconsole2')
    await hers.getByRole('heading', { name: 'Not allowed' }).waitFor()

    await ask('Nell Vance', 'Make administrator')
    await dialog.getByRole('button', { name: 'Make administrator' }).click()
    await desk.getByText('Nell Vance is now an administrator.').waitFor()
    await adminConsole(hers).open()

    const reader = await visit(size)
    await reader.goto(link)
    await guest(reader).info.waitFor()
    // Her browser learns of it with its next request.
    await hers.context().setOffline(true)
    await ask('Nell Vance', 'Disable')
    await expectNothingSerious(desk, 'question')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await desk.getByText('Nell Vance was disabled.').waitFor()
    await hers.context().setOffline(false)
    await hers.getByText('Please Log in again.').waitFor()
    await reader.reload()
    await guest(reader).expired.waitFor()

    await list.getByRole('button', { name: 'Manage Nell Vance' }).click()
    await dialog.getByRole('button', { name: 'Show in audit log' }).click()
    await log.getByText('Account disabled').waitFor()
    await desk.getByLabel('Action').selectOption('Role changed')
    await log.getByText('Surveyor → Administrator').waitFor()
    await expect.poll(() => log.getByText('Account disabled').count()).toBe(0)
    await expectNothingSerious(desk, 'audit log')
    await tab('Storage').click()
    await desk.getByRole('heading', { name: 'Storage use' }).waitFor()
    await expectNothingSerious(desk, 'storage')
  })

  test('searches people by name, and reports a failed search', async ({ site, visit }) => {
    const sam = await site.surveyor(`Underhill ${size === 'phone' ? 'Pho' : 'Desk'}`)
    const page = await visit(size, { bypassCSP: true })
    await logIn(page, admin)
    await page.goto('/AdvancedSearch')
    const search = page.getByRole('button', { name: 'Search', exact: true })
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('advanced_search')) calls.push(new URL(request.url()).search)
    })
    await search.click()
    await page.getByLabel('Last name').fill(sam.name.slice(4))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `View ${sam.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('EmailAccount').waitFor()
    expect(calls).toEqual([`?last_name=${sam.name.slice(4).replaceAll(' ', '+')}`])
    await expectNothingSerious(page, 'found')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByLabel('Last name').fill('Nobody at all')
    await search.click()
    await dialog.getByText('Nothing Found, please try other search criteria').waitFor()
    await dialog.getByRole('button', { name: 'Ok' }).click()
    await page.context().route('**/advanced_search/**', (route) => route.abort())
    await search.click()
    await page.getByRole('dialog', { name: 'API Error' }).waitFor()
  })
})

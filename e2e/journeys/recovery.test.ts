import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { profile } from '#contract/accounts/accounts.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { entry } from '../screens/entry.ts'
import { recovery } from '../screens/recovery.ts'
import type { Site } from '../site.ts'
import { usually } from '../sizes.ts'

const fresh = 'Kestrel-Attic-19'

/** Each size in one color scheme, because the recovery screens share their parts. */
const colours = { phone: 'light', desktop: 'dark' } as const

async function look(page: Page, sight: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900
  if (isPhone === sight.startsWith('by link')) expect.soft(await seriousOn(page), sight).toEqual([])
}

/** Fails the next call to `path`. */
async function withoutNetwork(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.abort())
  await act()
  await page.getByText('An error has occuured. Please try again later.').waitFor()
  await page.unroute(`**/api/${path}`)
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  const options = { bypassCSP: true, colorScheme: colours[size] }

  test('a mailed link replaces a forgotten password', async ({ site, visit, surveyor }) => {
    const page = await visit(size, options)
    const screen = recovery(page)
    await page.clock.install()
    await entry(page).open()
    await page.getByText('Forgot Password? Reset Here', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Reset Here' }).click()
    await screen.send.click()
    await page.getByText('Email is requeired').waitFor()
    await screen.email.fill('somebody')
    await screen.send.click()
    await page.getByText('Email is invalid').waitFor()
    await look(page, 'by link: where to')
    await screen.email.fill(surveyor.email)
    await withoutNetwork(page, 'bx_block_forgot_password/forgot', () => screen.send.click())
    expect(await screen.email.inputValue()).toBe(surveyor.email)
    await screen.send.click()

    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText(surveyor.email).waitFor()
    await page.getByRole('link', { name: 'Back to login' }).waitFor()
    await look(page, 'by link: check email')
    await page.clock.fastForward(60_000)
    await expect.poll(() => screen.countdown.textContent()).toMatch(/^(01:00|00:[1-5]\d)$/)
    await page.reload()
    await expect.poll(() => screen.countdown.textContent()).toMatch(/^00:\d\d$/)
    expect(await screen.resend.getAttribute('aria-disabled')).toBe('true')
    await page.clock.fastForward(60_000)
    await expect.poll(() => screen.resend.getAttribute('aria-disabled')).toBe('false')
    await screen.resend.click()
    await page.getByText('Your administrator has a new one for you.').waitFor()
    await expect.poll(() => screen.countdown.textContent()).toMatch(/^(02:00|01:[1-5]\d)$/)

    const [newest, earlier] = await linksTo(site, surveyor.email)
    await page.goto(earlier ?? '')
    await page.getByText('This link is no longer valid. Please request a new one.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/passwords')
    await page.goto(newest ?? '')
    await screen.password.waitFor()
    expect(new URL(page.url()).search).toBe('')
    await screen.save.click()
    await page.getByText('Enter password.').waitFor()
    await page.getByText('Repeat password.').waitFor()
    await look(page, 'by link: new password')
    await page.reload()
    await screen.password.fill(fresh)
    await screen.confirm.fill('something else')
    await screen.save.click()
    await page.getByText('Passwords are not matching.').waitFor()
    await screen.confirm.fill(fresh)
    await withoutNetwork(page, 'bx_block_forgot_password/reset', () => screen.save.click())
    await screen.save.click()
    await screen.done.waitFor()
    await look(page, 'by link: done')

    expect((await surveyor.api.call(profile, {}))?.status).toBe(401)
    await page.getByRole('link', { name: 'Continue' }).click()
    await entry(page).give({ email: surveyor.email, password: fresh })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })

  test('a code replaces a forgotten password, by keyboard only', async ({ site, visit, surveyor }) => {
    const page = await visit(size, options)
    await page.goto('/passwords')
    await page.getByRole('button', { name: 'Send a recovery link' }).waitFor()
    await tabTo(page, 'Get a one-time code instead')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    await tabTo(page, 'Send code')
    await page.keyboard.press('Enter')
    await page.getByText('Phone number is required').waitFor()
    await look(page, 'by code: where to')
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, 'Phone number', 'Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Email')
    await page.keyboard.press('Tab')
    await page.keyboard.type(surveyor.email)
    await page.keyboard.press('Enter')

    await page.getByLabel('Code', { exact: true }).waitFor()
    const [mail = ''] = await site.mailsTo(surveyor.email)
    const code = /(?<!\d)\d{4}(?!\d)/.exec(mail)?.[0] ?? ''
    expect(code, mail).toHaveLength(4)
    await focused(page.getByLabel('Code', { exact: true }))
    await page.keyboard.type(String((Number(code) + 1) % 10_000).padStart(4, '0'))
    await page.keyboard.press('Enter')
    await page.getByText('OTP is not valid.').waitFor()
    await look(page, 'by code: code')
    await page.reload()
    await focused(page.getByLabel('Code', { exact: true }))
    await page.keyboard.type(code)
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(code)
    await page.keyboard.press('Enter')

    await page.getByLabel('Confirm password').waitFor()
    await tabTo(page, 'Save password')
    await page.keyboard.press('Enter')
    await page.getByText('Please enter a password').waitFor()
    await look(page, 'by code: new password')
    // The focus moved to the first invalid field.
    await page.keyboard.type(fresh)
    await tabTo(page, 'Confirm password')
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    await recovery(page).done.waitFor()
    await tabTo(page, 'Continue')
    await page.keyboard.press('Enter')
    await entry(page).logInButton.waitFor()
  })
})

async function linksTo(site: Site, email: string): Promise<string[]> {
  const mails = await site.mailsTo(email)
  return mails.flatMap((text) => /https?:\S+\?token=\S+/.exec(text)?.[0] ?? [])
}

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 40; press++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element && 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
      return (label ?? element)?.textContent?.trim() ?? ''
    })
    if (focused === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never came to ${name}`)
}

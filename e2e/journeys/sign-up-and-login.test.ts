import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { focused, pressOn, tabTo } from '../keyboard.ts'
import { entry } from '../screens/entry.ts'
import { password } from '../site.ts'
import { usually } from '../sizes.ts'
import { withMail } from '../with-mail.ts'

/** Each size in one color scheme. */
const sizes = [
  { size: 'phone', colorScheme: 'light', number: '2025550171', email: 'nell@example.com' },
  { size: 'desktop', colorScheme: 'dark', number: '2025550172', email: 'luke@example.com' },
] as const satisfies readonly { size: Size; [other: string]: string }[]

describe.each(sizes.filter(({ size }) => usually('phone').includes(size)))(
  'on a $size',
  ({ size, colorScheme, number, email }) => {
    test('by keyboard only: sign up by phone, log in by a code, confirm the address', async ({
      site,
      visit,
    }) => {
      const page = await visit(size, { bypassCSP: true, colorScheme, locale: 'en-US' })
      const code = async () => {
        const [text = ''] = await site.mailsTo(`+1${number}`)
        return /^\d{4}/.exec(text)?.[0] ?? ''
      }
      await withMail(page)
      await entry(page).open()
      await look(page, 'Log in')
      await pressOn(page, 'Phone')
      await look(page, 'Log in by phone')
      await pressOn(page, 'Sign Up')

      await look(page, 'Sign up by phone')
      await page.getByRole('combobox').and(page.locator('[value*="United States"]')).waitFor()
      await pressOn(page, 'Send code')
      await page.getByText("Phone can't be blank").waitFor()
      // The focus is on the invalid field.
      await focused(page.getByLabel('Phone'))
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')

      await look(page, 'Enter the code')
      const right = await code()
      await page.keyboard.type(right === '000000' ? '000001' : '000000')
      await page.keyboard.press('Enter')
      await page.getByText('OTP is not valid.').waitFor()
      await focused(page.getByRole('textbox', { name: 'Code' }))
      await page.keyboard.type(right)
      await page.keyboard.press('Enter')

      await look(page, 'Additional details')
      await pressOn(page, 'Sign Up')
      await page.getByText('All fields are mandatory.').waitFor()
      await focused(page.getByLabel('First name'))
      await page.keyboard.type('Nell')
      await type(page, 'Last name', 'Vance')
      await type(page, 'Email (optional)', email)
      await type(page, 'Password', password)
      await type(page, 'Confirm password', password)
      await page.keyboard.press('Enter')
      await look(page, 'Account Creation')
      await page.getByText('Account was sucessfuly created.').waitFor()
      await page.keyboard.press('Enter')
      // Signing up logs in.
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      await page.goto('/profile/logout')
      await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()

      await pressOn(page, 'Phone')
      await page.getByRole('heading', { name: 'Log in by phone' }).waitFor()
      await type(page, 'Phone', number)
      await pressOn(page, 'Log in with a code')
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
      await focused(page.getByRole('textbox', { name: 'Code' }))
      await page.keyboard.type(await code())
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

      const banner = page.getByRole('region', { name: 'Confirm your address' })
      await banner.waitFor()
      await look(page, 'Dashboard')
      const [mail = ''] = await site.mailsTo(email)
      await page.goto(/http\S+EmailConfirmation\S+/.exec(mail)?.[0] ?? '')
      await look(page, 'Confirm your address')
      expect(page.url()).not.toContain('token')
      await page.keyboard.press('Enter')
      await page.getByText('Your email address is confirmed.').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      expect(await banner.count()).toBe(0)
    })

    test('a number with an account learns so by its own code, and logs in with it', async ({
      site,
      visit,
    }) => {
      const page = await visit(size, { bypassCSP: true, colorScheme, locale: 'en-US' })
      await page.goto('/CountryCodeSelector')
      await page.getByRole('searchbox').fill('+1')
      await page.getByRole('button', { name: 'Canada' }).click()
      await look(page, 'Country codes')

      await page.goto('/PhoneRegistration')
      await page.getByRole('combobox').and(page.locator('[value*="Canada"]')).waitFor()
      await page.getByLabel('Phone').fill(number)
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
      const [text = ''] = await site.mailsTo(`+1${number}`)
      // A phone unloads the page while the user reads the message.
      await page.reload()
      await page.getByRole('textbox', { name: 'Code' }).fill(text.slice(0, 6))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await look(page, 'You already have an account')
      await page.getByRole('button', { name: 'Log in now' }).click()
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      expect(
        await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
      ).not.toContain(text.slice(0, 6))
    })
  },
)

test('if the login after a sign-up fails, the login has the account filled in', async ({ visit }) => {
  const page = await visit('phone')
  await entry(page).open()
  // The user need not look for it.
  const box = await page.getByRole('link', { name: 'Sign Up' }).boundingBox()
  expect(Math.ceil((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  await page.getByRole('link', { name: 'Sign Up' }).tap()
  await page.route('**/login/login', (route) => route.abort())
  const email = 'eleanor@example.com'
  await entry(page).signUp({ first: 'Eleanor', last: 'Vance', email, password })
  await page.getByRole('heading', { name: 'Account Creation' }).waitFor()
  await page.getByRole('button', { name: 'Ok' }).tap()
  await entry(page).logInButton.waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
})

test('a number sent before the list of countries loads gets the device’s country', async ({ visit }) => {
  const page = await visit('phone', { locale: 'en-US' })
  const late: (() => void)[] = []
  await page.route('**/account/accounts/country_code_and_flag', async (route) => {
    await new Promise<void>((passed) => late.push(passed))
    await route.continue()
  })
  const letCountriesCome = async () => {
    await expect.poll(() => late.length).toBe(1)
    late.pop()?.()
  }
  await page.goto('/PhoneRegistration')
  await page.getByLabel('Phone').fill('2025550174')
  const send = page.getByRole('button', { name: 'Send code' })
  await send.tap()
  await expect.poll(() => send.isDisabled()).toBe(true)
  await letCountriesCome()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()

  await page.goto('/PhoneLogin')
  await page.getByLabel('Phone').fill('2025550174')
  await page.getByRole('button', { name: 'Log in with a code' }).tap()
  await letCountriesCome()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()

  // Without a list there is no country, and the field says so.
  await page.unroute('**/account/accounts/country_code_and_flag')
  await page.route('**/account/accounts/country_code_and_flag', (route) => route.abort())
  await page.goto('/PhoneLogin')
  await page.getByLabel('Phone').fill('2025550174')
  await page.getByRole('button', { name: 'Log in with a code' }).tap()
  await page.getByText('Please select country code').waitFor()
})

test.for([
  { path: '/PhoneRegistration', words: "Phone can't be blank", at: 'Phone' },
  { path: '/PhoneLogin', words: 'Please enter your login credentials', at: null },
  { path: '/ForgotPasswordOTP', words: 'Phone number is required', at: 'Phone' },
])(
  'what $path refuses stays said when the list of countries comes',
  async ({ path, words, at }, { visit }) => {
    const page = await visit('phone', { locale: 'en-US' })
    const listed = Promise.withResolvers<void>()
    await page.route('**/account/accounts/country_code_and_flag', async (route) => {
      await listed.promise
      await route.continue()
    })
    await page.goto(path)
    await page.getByRole('button', { name: /^(Send code|Log In)$/ }).tap()
    await page.getByText(words).waitFor()
    listed.resolve()
    await page.getByRole('combobox').and(page.locator('[value*="United States"]')).waitFor()
    expect(await page.getByText(words).count()).toBe(1)
    if (at) await focused(page.getByLabel(at, { exact: true }))
  },
)

test('a list of countries that failed to load says so, and is retried when opened again', async ({
  visit,
}) => {
  const page = await visit('phone', { locale: 'en-US' })
  let isGone = true
  await page.route(/country_code_and_flag/, (route) => (isGone ? route.abort() : route.continue()))
  await page.goto('/PhoneRegistration')
  const country = page.getByRole('combobox', { name: 'Country code' })
  // At the field, and in the open list in place of its countries.
  const failed = page.getByText('The country list could not be loaded.').filter({ visible: true })
  await expect.poll(() => failed.count()).toBe(1)
  await country.tap()
  await expect.poll(() => failed.count()).toBe(2)
  expect(await page.getByText('No country found').count()).toBe(0)
  await page.keyboard.press('Escape')
  isGone = false
  await country.tap()
  await page.getByRole('option', { name: /Aruba/ }).waitFor()
  await expect.poll(() => failed.count()).toBe(0)
})

/** The wide size has the same parts in the dark: check one screen of each kind again. */
const alsoWide = ['Log in', 'Enter the code', 'Dashboard', 'Country codes']

async function look(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  const isWide = (page.viewportSize()?.width ?? 0) > 900
  if (isWide && !alsoWide.includes(heading)) return
  expect.soft(await seriousOn(page), heading).toEqual([])
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('after the login, a slowly loading dashboard says so', async ({ visit, surveyor }) => {
  const page = await visit('phone')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/dashboard-screen-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await entry(page).open()
  await page.getByLabel('Email').fill(surveyor.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await entry(page).logInButton.click()
  await page.getByText('This is taking longer than usual.').waitFor()
  held.resolve()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

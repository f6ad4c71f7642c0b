import type { Page } from '../engines/page.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Login and sign-up. */
export function entry(page: Page) {
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const confirm = page.getByLabel('Confirm password')
  const logInButton = page.getByRole('button', { name: 'Log In', exact: true })
  return {
    email,
    password,
    logInButton,
    refusal: page.getByRole('alert'),
    async open(address = ''): Promise<void> {
      await page.goto(`${address}/`)
      await logInButton.waitFor()
    },
    async give(given: Credentials): Promise<void> {
      await email.fill(given.email)
      await password.fill(given.password)
      await logInButton.click()
    },
    async signUp(given: Credentials & { readonly first: string; readonly last: string }): Promise<void> {
      await page.getByLabel('First name').fill(given.first)
      await page.getByLabel('Last name').fill(given.last)
      await email.fill(given.email)
      await password.fill(given.password)
      await confirm.fill(given.password)
      await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    },
  }
}

/** Logs in through the login screen to the dashboard; `address` if the browser context has no base URL. */
export async function logIn(page: Page, given: Credentials, address = ''): Promise<void> {
  await entry(page).open(address)
  await entry(page).give(given)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

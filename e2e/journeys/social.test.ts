import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startSocial } from '#contract/accounts/social.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type PersonThere, TestProvider } from '#server/testing/openid-provider.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test as base } from '../fixtures.ts'
import { entry } from '../screens/entry.ts'
import { openSite, type Site } from '../site.ts'
import { usually } from '../sizes.ts'

const returnPath = '/SocialMediaAccountLoginScreen'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('there', { scope: 'file' }, async ({}, { onCleanup }) => {
    const there = await TestProvider.start({ returnTo: `http://127.0.0.1${returnPath}` })
    onCleanup(() => there.stop())
    return there
  })
  .extend('site', { scope: 'file' }, async ({ there }, { onCleanup }) => {
    const site = await openSite(there.environment())
    onCleanup(() => site.close())
    await there.sendBackTo(`${site.address}${returnPath}`)
    return site
  })

/** On the provider's own page. */
async function signInThere(page: Page, { email = '' }: PersonThere): Promise<void> {
  await page.getByRole('heading', { name: 'Acme' }).waitFor()
  await page.getByRole('link', { name: email }).click()
}

async function told(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText(text, { exact: true }).waitFor()
  // The provider's parameters are removed from the address.
  expect(new URL(page.url()).search).toBe('')
}

async function mailedLink(site: Site, to: string): Promise<string> {
  const bodies = await site.mailsTo(to)
  return bodies.flatMap((body) => /http\S+\?join=\S+/.exec(body) ?? [])[0] ?? ''
}

test.for<Size>(usually('desktop'))(
  'an account at a provider makes one here and opens it again (%s)',
  async (size, { visit, there }) => {
    const who = there.person()
    const page = await visit(size, { bypassCSP: true })
    await page.goto('/SocialMediaAccountRegistrationScreen')
    await page.getByText('Sign-in with Google is not set up on this installation.').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign up with Facebook' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Sign up with Acme' }).click()
    await signInThere(page, who)
    await told(page, 'Account Creation', 'Account was sucessfuly created.')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    await page.goto('/profile/logout')
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await entry(page).logInButton.waitFor()
    await page.getByRole('link', { name: 'Social account' }).click()
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await told(page, 'Account Login', 'Account was sucessfuly logged in.')
    await page.getByRole('button', { name: 'Ok' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  },
)

test('the address of an account is joined by its password, after a wrong one', async ({
  visit,
  there,
  surveyor,
}) => {
  const who = there.person({ email: surveyor.email })
  const page = await visit('phone', { bypassCSP: true })
  await page.goto(returnPath)
  await page.getByRole('button', { name: 'Log in with Acme' }).click()
  await signInThere(page, who)
  await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  const field = page.getByLabel('Password of your Fieldbook account')
  await field.fill('Wrong7horse')
  await page.keyboard.press('Enter')
  await page.getByText('Invalid password').waitFor()
  await field.fill(surveyor.password)
  await page.keyboard.press('Enter')
  await told(page, 'Account Login', 'Account was sucessfuly logged in.')
})

test('… or by a mailed link, which asks before it joins', async ({ visit, there, site, surveyor }) => {
  const who = there.person({ email: surveyor.email })
  const page = await visit('desktop', { bypassCSP: true })
  await page.goto(returnPath)
  await page.getByRole('button', { name: 'Log in with Acme' }).click()
  await signInThere(page, who)
  await page.getByRole('button', { name: 'Send me a link by email' }).click()
  await page.getByText('No mail server is set up, so nothing is sent.').waitFor()
  await page.goto(await mailedLink(site, surveyor.email))
  await page.getByRole('heading', { name: 'Link Acme to your account?' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Link and log in' }).click()
  await told(page, 'Account Login', 'Account was sucessfuly logged in.')

  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Linked accounts' })
  await card.getByRole('button', { name: `Remove Acme (${surveyor.email})` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  // The address was never proven before, so that nothing else opens the account any more.
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await card.getByText('Acme', { exact: true }).waitFor()
})

test('rejects a canceled sign-in and the answer of another user', async ({ visit, there, site }) => {
  const who = there.person()
  const mine = await visit('phone')
  await mine.goto(returnPath)
  await mine.getByRole('button', { name: 'Log in with Acme' }).click()
  await mine.getByRole('link', { name: 'Cancel' }).click()
  await mine.getByText('Login failed. The sign-in was cancelled.').waitFor()

  const started = await new HttpApi(site.address).call(startSocial, {
    body: { data: { attributes: { provider: 'acme' } } },
  })
  const answer = await there.signIn(started?.body.data.attributes.authorize_url ?? '', who)
  const victim = await visit('phone')
  await victim.goto(answer.href)
  await victim.getByText('Login failed. Please try again.').waitFor()
  expect(new URL(victim.url()).search).toBe('')
})

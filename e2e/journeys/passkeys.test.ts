import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry } from '../screens/entry.ts'
import { usually } from '../sizes.ts'

/** A phone's built-in authenticator that verifies its user. */
async function giveAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.for<Size>(usually('phone'))(
  'a passkey is added, opens the account without a word typed, and is removed (%s)',
  async (size, { visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    await giveAuthenticator(page)
    await openAs(page, surveyor, '/profile')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('My phone')
    expect(await seriousOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card.getByText('My phone').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await seriousOn(page)).toEqual([])

    await page.goto('/profile/logout')
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await entry(page).logInButton.waitFor()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await dashboard(page).heading.waitFor()

    await page.goto('/profile')
    await card.getByText(/last used/).waitFor()
    await card.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await card.getByText('No passkey yet.').waitFor()
  },
)

test('if the passkey library fails to load, the login says so, and the next press retries', async ({
  visit,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  await giveAuthenticator(page)
  await entry(page).open()
  // The library is a separate file.
  await page.route(/\/assets\/esm-[^/]+\.js/, (route) => route.abort())
  const passkey = page.getByRole('button', { name: 'Log in with a passkey' })
  await passkey.tap()
  await page.getByText('An error has occuured. Please try again later.').waitFor()
  await page.unroute(/\/assets\/esm-[^/]+\.js/)
  await passkey.tap()
  await page.getByText('An error has occuured. Please try again later.').waitFor({ state: 'detached' })
  // This device has no passkey: same result as when the user declines.
  await expect.poll(() => passkey.isEnabled()).toBe(true)
})

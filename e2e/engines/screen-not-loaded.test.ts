import { expect } from 'vitest'
import { entry } from '../screens/entry.ts'
import { test } from './fixtures.ts'

test('a screen that failed to load says so, and appears once the network is back', async ({
  visit,
  engine,
}) => {
  const { page, link } = await visit('phone')
  await page.goto('/PrivacyPolicy')
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor()
  link.cut()
  await page.getByRole('button', { name: 'Close' }).click()
  const unreached = page.getByText('The server cannot be reached.')
  await unreached.waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.poll(() => again.isDisabled()).toBe(false)
  expect(await unreached.isVisible()).toBe(true)
  link.mend()
  // WebKit and Firefox never retry a failed import: there the button reloads the page.
  if (engine.name !== 'chromium') await again.click()
  await entry(page).logInButton.waitFor()
})

test('an app that failed to load appears after a reload', async ({ visit }) => {
  const { page, link } = await visit('phone')
  link.refuse('/assets/start-')
  await page.goto('/')
  await page.getByText('Fieldbook could not be loaded.').waitFor()
  link.mend()
  await page.getByRole('button', { name: 'Reload' }).click()
  await entry(page).logInButton.waitFor()
})

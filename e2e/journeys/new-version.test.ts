import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { openVersions } from '../versions.ts'

const script = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

const keptVersions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('program-')).length)

/** As the browser does each time somebody comes back; ends when the version that it found is whole or given up. */
async function lookForVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = await registration?.update().catch(() => undefined)
    const installing = (found as ServiceWorkerRegistration | undefined)?.installing
    if (!installing) return
    await new Promise((ended) => {
      installing.addEventListener('statechange', ended, { once: true })
    })
  })
}

test('a new version waits for whoever writes, comes to the tab that asks, and leaves the other one its files', async ({
  site,
  visit,
  surveyor,
  onTestFinished,
}) => {
  const versions = await openVersions(site.address)
  onTestFinished(() => versions.close())
  const survey = await startSurvey(surveyor)
  const writing = await visit('desktop', { baseURL: versions.address, serviceWorkers: 'allow' })
  await logIn(writing, surveyor)
  await writing.goto(formAddress(survey))
  await form(writing).input('Property name').fill('Hill House')
  await writing.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const asking = await writing.context().newPage()
  await asking.goto('/dashboard')
  await dashboard(asking).heading.waitFor()
  const old = await script(asking)
  const nowButton = (page: Page) => page.getByRole('button', { name: 'Use it now' })

  versions.offer('half')
  await lookForVersion(asking)
  expect(await keptVersions(asking)).toBe(1)
  versions.offer('none')
  await lookForVersion(asking)
  await asking.reload()
  await dashboard(asking).heading.waitFor()
  expect(await nowButton(asking).count()).toBe(0)

  versions.offer('two')
  await form(writing).input('Property name').focus()
  await lookForVersion(asking)
  await nowButton(asking).click()
  await asking.getByText(/as soon as nothing is being sent/).waitFor()
  expect(await script(asking)).toBe(old)
  await form(writing).heading('Property and visit').click()
  await expect.poll(() => script(asking)).not.toBe(old)
  await dashboard(asking).heading.waitFor()

  expect(await script(writing)).toBe(old)
  expect(await form(writing).input('Property name').inputValue()).toBe('Hill House')
  await form(writing).leave()
  await dashboard(writing).heading.waitFor()
  await nowButton(writing).click()
  await expect.poll(() => script(writing)).not.toBe(old)
  await expect.poll(() => keptVersions(writing)).toBe(1)
})

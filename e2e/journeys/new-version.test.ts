import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from '../chromium.ts'
import { keptFiles, lookForVersion, scriptOf } from '../device-versions.ts'
import { test } from '../fixtures.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { openVersions } from '../versions.ts'

test('a new version waits while the user types, updates the requesting tab, and keeps the other tab’s files', async ({
  site,
  visit,
  surveyor,
}) => {
  const versions = await openVersions(site.address)
  const survey = await startSurvey(surveyor)
  const writing = await visit('desktop', { baseURL: versions.address, serviceWorkers: 'allow' })
  await logIn(writing, surveyor)
  await writing.goto(formAddress(survey))
  await form(writing).input('Property name').fill('Hill House')
  await writing.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const asking = await writing.context().newPage()
  await asking.goto('/dashboard')
  await dashboard(asking).heading.waitFor()
  const old = await scriptOf(asking)
  const nowButton = (page: Page) => page.getByRole('button', { name: 'Use it now' })

  versions.offer('half')
  await lookForVersion(asking)
  expect(await keptFiles(asking)).toHaveLength(1)
  versions.offer('none')
  await lookForVersion(asking)
  await asking.reload()
  await dashboard(asking).heading.waitFor()
  expect(await nowButton(asking).count()).toBe(0)

  versions.offer(2)
  await form(writing).input('Property name').focus()
  await lookForVersion(asking)
  await nowButton(asking).waitFor()
  // On a phone it is one line, on the smallest one two; the buttons stay beside the text.
  const bar = asking.getByRole('status').filter({ hasText: 'A new version is ready' })
  for (const [width, most] of [
    [390, 60],
    [320, 75],
  ] as const) {
    await asking.setViewportSize({ width, height: 844 })
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(most)
  }
  await asking.setViewportSize(sizes.desktop.viewport)
  await nowButton(asking).click()
  await asking.getByText(/as soon as nothing is being sent/).waitFor()
  expect(await scriptOf(asking)).toBe(old)
  await form(writing).heading('Property and visit').click()
  await expect.poll(() => scriptOf(asking)).not.toBe(old)
  await dashboard(asking).heading.waitFor()

  expect(await scriptOf(writing)).toBe(old)
  expect(await form(writing).input('Property name').inputValue()).toBe('Hill House')
  await form(writing).leave()
  await dashboard(writing).heading.waitFor()
  await nowButton(writing).click()
  await expect.poll(() => scriptOf(writing)).not.toBe(old)
  await expect.poll(() => keptFiles(writing)).toHaveLength(1)
})

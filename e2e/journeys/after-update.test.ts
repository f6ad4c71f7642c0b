import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { keptFiles, lookForVersion, scriptOf } from '../device-versions.ts'
import { test } from '../fixtures.ts'
import { type KillableBrowser, newProfile, openKillable } from '../killable-browser.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import type { Site, Surveyor } from '../site.ts'
import { isSoak } from '../sizes.ts'
import { type Offered, openVersions } from '../versions.ts'

/** Prepares a device with one complete version and a closed browser. */
async function deviceWith(version: Offered, site: Site, surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  const versions = await openVersions(site.address)
  versions.offer(version)
  const profile = await newProfile()
  const opened: KillableBrowser[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((browser) => browser.kill()))
  })
  const device = {
    versions,
    dashboard: `${versions.address}/dashboard`,
    settings: `${versions.address}/Settings2`,
    survey: versions.address + formAddress(survey),
    open: async () => {
      const browser = await openKillable(profile)
      opened.push(browser)
      return { ...browser, page: await browser.context.newPage() }
    },
  }
  const first = await device.open()
  await logIn(first.page, surveyor, versions.address)
  await first.page.goto(device.survey)
  await form(first.page).input('Property name').waitFor()
  await first.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await first.kill()
  return device
}
type Device = Awaited<ReturnType<typeof deviceWith>>

/** Milliseconds; each browser start takes time, and ten rounds take ten times as long. */
const timeout = 8 * 60_000

/** Each screen has its own files. */
async function opensEverywhere(page: Page, device: Device): Promise<void> {
  await page.goto(device.dashboard)
  await dashboard(page).heading.waitFor()
  await page.goto(device.settings)
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  await page.goto(device.survey)
  await form(page).input('Property name').waitFor()
}

/** Shown after the app has messaged its worker on opening. */
const saysThatOneWaits = (page: Page) => page.getByRole('button', { name: 'Use it now' }).waitFor()

/** After one update, an app is like any other. */
const froms: readonly { readonly from: Offered; readonly updates: readonly number[] }[] = [
  { from: 'first', updates: isSoak ? [2, 3] : [2] },
  { from: 1, updates: [2, 3] },
]

test.for(froms)(
  'after each update from $from the app opens without network',
  { timeout },
  async ({ from, updates }, { site, surveyor }) => {
    const device = await deviceWith(from, site, surveyor)
    const scripts = new Set<string | undefined>()
    for (const version of updates) {
      device.versions.offer(version)
      const online = await device.open()
      await online.page.goto(device.survey)
      await saysThatOneWaits(online.page)
      // Again, with the new version complete.
      await online.page.goto(device.dashboard)
      await saysThatOneWaits(online.page)
      scripts.add(await scriptOf(online.page))
      await online.kill()

      await device.versions.stop()
      const cold = await device.open()
      await opensEverywhere(cold.page, device)
      await form(cold.page).input('Property name').fill(`House ${version}`)
      await form(cold.page)
        .syncLine.getByText(/on this device/)
        .waitFor()
      scripts.add(await scriptOf(cold.page))
      await cold.kill()
      await device.versions.start()
    }
    expect(scripts.size).toBe(updates.length + 1)
    const { page } = await device.open()
    await page.goto(device.dashboard)
    await expect.poll(() => keptFiles(page)).toHaveLength(1)
  },
)

test('after two updates, an open tab keeps working and the app opens offline', {
  timeout,
}, async ({ site, surveyor }) => {
  const device = await deviceWith(1, site, surveyor)
  const { page: old, context, kill } = await device.open()
  await old.goto(device.dashboard)
  await dashboard(old).heading.waitFor()
  const first = await scriptOf(old)
  const other = await context.newPage()
  for (const version of [2, 3]) {
    device.versions.offer(version)
    await other.goto(device.survey)
    await lookForVersion(other)
    await saysThatOneWaits(other)
  }
  await other.goto(device.dashboard)
  await saysThatOneWaits(other)
  await other.getByRole('button', { name: 'Use it now' }).click()
  await expect.poll(() => scriptOf(other)).not.toBe(first)
  await saysThatOneWaits(old)
  await device.versions.stop()

  // A screen whose files this tab has not loaded yet.
  await dashboard(old).choose('Edit', 'Hill House')
  await form(old).input('Property name').waitFor()
  expect(await scriptOf(old)).toBe(first)
  await opensEverywhere(other, device)
  await kill()
  const cold = await device.open()
  await opensEverywhere(cold.page, device)
  expect(await scriptOf(cold.page)).not.toBe(first)
})

/** Share of the new version's files requested before the kill; each round uses another version. */
const moments = isSoak
  ? ([0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1, 'installed'] as const)
  : ([0.25, 0.99, 'installed'] as const)

test('killed at any moment of an update, the app opens offline', {
  timeout: 2 * timeout,
}, async ({ site, surveyor }) => {
  const device = await deviceWith(1, site, surveyor)
  let { page, kill } = await device.open()
  await page.goto(device.dashboard)
  const [all = 0] = await keptFiles(page)
  for (const [round, moment] of moments.entries()) {
    device.versions.offer(2 + round)
    if (moment === 'installed') await lookForVersion(page)
    else {
      const reached = device.versions.kept(Math.max(1, Math.floor(moment * all)))
      await beginUpdate(page)
      await reached
    }
    await kill()
    await device.versions.stop()
    ;({ page, kill } = await device.open())
    await opensEverywhere(page, device)
    await device.versions.start()
    await page.goto(device.dashboard)
  }
  await expect.poll(() => keptFiles(page)).toEqual([all])
})

async function beginUpdate(page: Page): Promise<void> {
  await page.evaluate(() => {
    void navigator.serviceWorker.getRegistration().then((registration) => registration?.update())
  })
}

test('restores lost files; offline, an earlier version opens the app', {
  timeout,
}, async ({ site, surveyor }) => {
  const device = await deviceWith(1, site, surveyor)
  const { page: old, context } = await device.open()
  await old.goto(device.dashboard)
  await dashboard(old).heading.waitFor()
  const first = await scriptOf(old)
  const [all = 0] = await keptFiles(old)
  await loseFiles(old)
  await old.reload()
  await expect.poll(() => keptFiles(old)).toEqual([all])

  device.versions.offer(2)
  await lookForVersion(old)
  const other = await context.newPage()
  await other.goto(device.dashboard)
  await other.getByRole('button', { name: 'Use it now' }).click()
  await expect.poll(() => scriptOf(other)).not.toBe(first)
  await device.versions.stop()
  await loseFiles(other)
  await opensEverywhere(other, device)
  expect(await scriptOf(other)).toBe(first)
})

/** Deletes all files of the newest version. */
async function loseFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const last = (await caches.keys()).at(-1)
    const cache = await caches.open(last ?? '')
    for (const file of await cache.keys()) await cache.delete(file)
  })
}

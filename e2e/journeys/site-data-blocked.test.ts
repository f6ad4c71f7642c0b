import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { newProfile, openKillable } from '../killable-browser.ts'
import { startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'

/** Blocks all cookies, as in Chromium's settings. */
async function blockSiteData(profile: string): Promise<void> {
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
  await mkdir(join(profile, 'Default'))
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked))
}

test('with blocked site data, reports can be read, and editing shows a message', async ({
  site,
  surveyor,
  visit,
  onTestFinished,
}) => {
  await startSurvey(surveyor)
  const own = await visit('desktop')
  await logIn(own, surveyor)
  await dashboard(own).choose('Share', 'Hill House')
  const link = await sharing(own).address()

  const profile = await newProfile()
  await blockSiteData(profile)
  const { context, kill } = await openKillable(profile, { whole: true })
  onTestFinished(kill)
  const page = await context.newPage()
  // As Firefox does then.
  await context.addInitScript(() => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    } as unknown as typeof BroadcastChannel
  })
  // For axe, which comes as a script of its own.
  await (await context.newCDPSession(page)).send('Page.setBypassCSP', { enabled: true })
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await page.goto(link)
  const report = guest(page)
  await report.info.getByText('Hill House').waitFor()
  await report.next.click()
  await report.previous.waitFor()
  expect(
    await page.evaluate(() =>
      indexedDB.databases().then(
        () => 'answers',
        () => 'refused',
      ),
    ),
  ).toBe('refused')

  const told = page.getByRole('heading', { name: 'Nothing can be saved on this device' })
  for (const address of ['/', '/dashboard', '/Settings2']) {
    await page.goto(site.address + address)
    await told.waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  }
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('link', { name: 'See reports shared with your phone number' }).click()
  await page.getByRole('heading', { name: 'Log in as a guest' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Log in as a guest' }).waitFor()
  await page.goBack()
  await told.waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await told.waitFor()
  expect(await page.locator('#skeleton').count()).toBe(0)
  expect(failures).toEqual([])
})

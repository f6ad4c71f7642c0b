import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { prepareLongNames } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { form } from '../screens/form.ts'
import { isSoak } from '../sizes.ts'
import { type Look, prepareSights, seeDashboard, seeEntry, seeForm, seeReports } from '../tour.ts'

/** The smallest phone still in use. */
const smallest = { viewport: { width: 320, height: 640 } }

function sidewaysFor(page: Page): Look {
  return async (sight) => {
    const over = await page.evaluate(() => {
      const all = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
      return Math.max(...all.map((one) => one.scrollWidth - one.clientWidth))
    })
    expect.soft(over, `${sight} scrolls sideways by`).toBeLessThanOrEqual(0)
  }
}

test('nothing scrolls sideways on the smallest phone before the login', async ({ visit }) => {
  const page = await visit('phone', smallest)
  await seeEntry(page, sidewaysFor(page))
})

test('nothing scrolls sideways on the smallest phone on any other screen', async ({ visit, surveyor }) => {
  const page = await visit('phone', smallest)
  const sights = await prepareSights(surveyor)
  const look = sidewaysFor(page)
  await seeDashboard(page, sights, look)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await seeForm(page, sights, look)
  await seeReports(page, sights, look)
})

/** Screens that were once too wide, and the team's; the soak visits all. */
const everyRun = ['/Datastorage2', '/BulkUploading', '/ContactList', '/Adminconsole2', '/Team']

/** Dialogs that contain names. */
const dialogs: Readonly<Record<string, readonly RegExp[]>> = {
  '/Adminconsole2': [/^Manage Sam Llan/],
  '/ContactList': [/Card of Llan/, /Remove Llan/],
}

/** Placeholders of loading content. */
const standIns = '#skeleton, [class*="Skeleton-root"], [class*="Loader-root"]'

test('nothing scrolls sideways on the smallest phone with long names and journal lines', async ({
  site,
  visit,
}) => {
  const { person, addresses, form: begun } = await prepareLongNames(site)
  const page = await visit('phone', smallest)
  const look = sidewaysFor(page)
  await openAs(page, person, begun)
  await form(page).input('Property name').waitFor()
  await page.getByRole('button', { name: /^People in Llan/ }).click()
  await page
    .getByRole('dialog')
    .getByText(/\(you\)/)
    .waitFor()
  await look('people')
  await page.keyboard.press('Escape')
  // Journal lines: an offline call, and an error with its location.
  await page.context().setOffline(true)
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.evaluate(() => {
    const stack = 'a@https://example.com/assets/advanced-search-screen-CFi4CaWr.js:12:31661'
    reportError(Object.assign(new RangeError('12 Ridge Road'), { stack }))
  })
  await page.context().setOffline(false)
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  for (const address of isSoak ? addresses : everyRun) {
    await page.goto(address)
    await expect.poll(() => page.locator(standIns).count(), { message: address }).toBe(0)
    await page.getByRole('heading').first().waitFor()
    await look(address)
    for (const name of dialogs[address] ?? []) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      await look(`${address}, ${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
})

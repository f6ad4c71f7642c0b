import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { storage, withoutServer } from '../screens/storage.ts'

test('a logout shows unsent work, keeps it for that account only, and removes everything else from the device', async ({
  site,
  visit,
  surveyor,
}) => {
  const other = await site.surveyor('Other')
  const waiting = await startSurvey(surveyor, { name: 'Hill House' })
  const sent = await startSurvey(surveyor, { name: 'Mill Lane' })
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, formAddress(sent))
  await form(page).input('Property name').waitFor()
  await page.goto(formAddress(waiting))
  await form(page).input('Property name').waitFor()
  const back = await withoutServer(page)
  await form(page).input('Property name').fill('Only mine')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  const tab = await page.context().newPage()
  await tab.goto('/Datastorage2')
  await storage(tab).queue.getByText('1 answer').waitFor()

  await page.addInitScript(noteFirstQuestion)
  await page.goto('/profile/logout')
  const question = page.getByRole('dialog')
  await question.getByText('Not uploaded yet: 1 answer.').waitFor()
  // The first dialog has the number of unsent answers, or reports that this device was too slow to count
  // them.
  expect(await page.evaluate(() => document.documentElement.dataset.firstQuestion)).toMatch(
    /Not uploaded yet: 1 answer\.|could not check whether everything is uploaded/,
  )
  const stay = question.getByRole('button', { name: 'Stay logged in' })
  await expect.poll(() => stay.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await seriousOn(page)).toEqual([])
  await question.getByRole('button', { name: 'Log out without sending' }).click()
  await entry(page).logInButton.waitFor()
  await page
    .getByText(/This device has 1 unsent change from .+\. Sign in to that account to send it\./)
    .waitFor()
  // The other tab of this account is over too.
  await entry(tab).logInButton.waitFor()
  await tab.close()

  await back()
  await logIn(page, other)
  await storage(page).open()
  await page.getByText('Another account has 1 change waiting on this device.').waitFor()
  await storage(page).nothingWaits.waitFor()
  expect(await page.getByText('Hill House').count()).toBe(0)
  expect(await keptSurveys(page)).toEqual([waiting.id])
  await page.goto('/profile/logout')
  await question.getByRole('button', { name: 'Log out' }).click()
  await logIn(page, surveyor)
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, waiting.id), 'Property and visit', 'Property name'))
    .toMatchObject({ field_value: 'Only mine' })
})

/** Runs in the page: keeps what the question said at the moment when it came. */
function noteFirstQuestion(): void {
  new MutationObserver(() => {
    const words = document.querySelector('[role="dialog"]')?.textContent ?? ''
    if (words.includes('Log out on this device')) document.documentElement.dataset.firstQuestion ??= words
  }).observe(document, { childList: true, subtree: true })
}

/** Returns the ids of all accounts' surveys on the device. */
function keptSurveys(page: { evaluate<T>(work: () => Promise<T>): Promise<T> }): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opened = indexedDB.open('fieldbook')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const read = opened.result.transaction('copies').objectStore('copies').getAllKeys()
          read.onsuccess = () => resolve((read.result as [string, string][]).map(([, id]) => id))
        }
      }),
  )
}

test('a logout takes effect even if another page is loaded before the server replies', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop')
  await logIn(page, surveyor)
  const over = Promise.withResolvers<void>()
  await page.route('**/login/session', async (route) => {
    await over.promise
    await route.abort().catch(() => undefined)
  })
  await page.goto('/profile/logout')
  const asked = page.waitForRequest('**/login/session')
  await page.getByRole('button', { name: 'Log out' }).click()
  await asked
  await page.goto('/dashboard')
  await entry(page).logInButton.waitFor()
  expect(await page.getByText('Session Expired').count()).toBe(0)
  over.resolve()
})

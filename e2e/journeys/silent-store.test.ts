import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

/** Simulates a page frozen mid-work: all other transactions wait until it is released. */
async function holdStore(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const store = await new Promise<IDBDatabase>((opened) => {
      const asked = indexedDB.open('fieldbook')
      asked.onsuccess = () => opened(asked.result)
    })
    const names = [...store.objectStoreNames]
    const held = store.transaction(names, 'readwrite')
    const spin = () => {
      if (document.title !== 'let go') held.objectStore(names[0] ?? '').count().onsuccess = spin
      else store.close()
    }
    spin()
  })
}

const letGo = (page: Page) =>
  page.evaluate(() => {
    document.title = 'let go'
  })

test('unstored text is not called saved, an unresponsive store is reported, and everything arrives afterwards', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.input('Property name').fill('Hill')
  await fields.syncLine.getByText(/On the server/).waitFor()
  const two = await page.context().newPage()
  await two.goto(formAddress(survey))
  await form(two)
    .syncLine.getByText(/On the server/)
    .waitFor()
  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  await holdStore(other)

  await fields.input('Property name').fill('Hill House')
  await fields.syncLine.getByText('Saving…').waitFor()
  await expect.poll(() => form(two).input('Property name').inputValue()).toBe('Hill House')
  await form(two).syncLine.getByText('Loading…').waitFor()
  expect(
    await form(two)
      .syncLine.getByText(/On the server/)
      .count(),
  ).toBe(0)

  // A slow transaction raises no alarm; one without a reply for 15 s does.
  expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)
  await fields.syncLine.getByText('Latest answers not saved yet').waitFor()
  await page
    .getByRole('alert')
    .getByText(/has not saved your latest answers yet/)
    .waitFor()
  const silent = page.getByText(/is not responding when Fieldbook reads or saves/)
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await silent.filter({ visible: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Reload' }).isVisible()).toBe(true)
  await page.goto('/dashboard')
  await silent.filter({ visible: true }).first().waitFor()

  await letGo(other)
  await silent.first().waitFor({ state: 'detached' })
  await page.goto(formAddress(survey))
  await expect.poll(() => fields.input('Property name').inputValue()).toBe('Hill House')
  await fields.syncLine.getByText(/On the server/).waitFor()
  await form(two)
    .syncLine.getByText(/On the server/)
    .waitFor()
  const read = await readSurvey(surveyor, survey.id)
  expect(answerOf(read, 'Property and visit', 'Property name').field_value).toBe('Hill House')
})

test('a form waiting for the store shows a message and a button; a lock of a frozen tab is not waited for', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await logIn(page, surveyor)
  const field = form(page).input('Property name')
  for (const asked of [new RegExp(`${survey.id}/changed`), /section-screen-.*\.js/]) {
    let hangs = true
    await page.route(asked, (route) => (hangs ? undefined : route.continue()))
    await page.goto(formAddress(survey), { waitUntil: 'commit' })
    await page.getByText(/taking longer than usual/).waitFor()
    expect(await field.count()).toBe(0)
    hangs = false
    await page.getByRole('button', { name: 'Reload' }).click()
    await field.waitFor()
    expect(await page.getByText(/taking longer than usual/).count()).toBe(0)
  }

  await page.goto('/dashboard')
  const frozen = await page.context().newPage()
  await frozen.goto('/robots.txt')
  await frozen.evaluate(async (name) => {
    await new Promise<void>((taken) => {
      void navigator.locks.request(name, () => {
        taken()
        return new Promise(() => undefined)
      })
    })
  }, `fieldbook-open-${survey.id}`)
  await page.goto(formAddress(survey))
  await field.fill('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
})

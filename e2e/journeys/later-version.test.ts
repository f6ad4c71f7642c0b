import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerFields, answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { storage, withoutServer } from '../screens/storage.ts'

/** A tab of an earlier version that the system froze: it hears of no newer one, and holds on to the store. */
function asEarlierVersion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('fieldbook', 10)
    await new Promise((resolve, reject) => {
      opened.onupgradeneeded = () => {
        for (const name of ['templates', 'surveys', 'sections', 'answers', 'files', 'blobs'])
          opened.result.createObjectStore(name, { keyPath: ['account', 'id'] })
        opened.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      }
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = resolve
    })
    Object.assign(window, { held: opened.result })
  })
}

/** Leaves the data of a later version on the device: another store, and an unknown outbox entry. */
function asLaterVersion(page: Page, survey: string): Promise<number> {
  return page.evaluate(async (survey) => {
    const done = (request: IDBRequest | IDBTransaction) =>
      new Promise<void>((resolve, reject) => {
        request.onerror = () => reject(request.error)
        Object.assign(request, { onsuccess: resolve, oncomplete: resolve })
      })
    const before = indexedDB.open('fieldbook')
    await done(before)
    const { version } = before.result
    before.result.close()
    const later = indexedDB.open('fieldbook', version + 10)
    later.onupgradeneeded = () => later.result.createObjectStore('invented')
    await done(later)
    const writing = later.result.transaction('outbox', 'readwrite')
    const [account, id] = [localStorage.getItem('user-id'), crypto.randomUUID()]
    const now = { state: 'waiting', attempts: 0, nextAt: 0, madeAt: new Date().toISOString(), problem: null }
    const entry = {
      account,
      id,
      survey,
      endpoint: 'surveys.invented',
      input: {},
      subSection: null,
      answer: null,
    }
    writing.objectStore('outbox').add({ ...entry, ...now })
    await done(writing)
    const { version: raised } = later.result
    later.result.close()
    return raised
  }, survey)
}

test('on a store that a later version has made this one goes on: typing is kept and sent, and what it does not know waits', async ({
  visit,
  surveyor,
}) => {
  const [survey, other] = [await startSurvey(surveyor), await startSurvey(surveyor, { name: 'Mill Lane' })]
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').waitFor()
  const back = await withoutServer(page)
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  const raised = await asLaterVersion(page, other.id)
  // In the tab that was open, and in one that is opened after that.
  await form(page).input('Address').fill('12 Ridge Road')
  await form(page)
    .syncLine.getByText(/2 changes .*on this device/)
    .waitFor()
  await page.reload()
  await form(page).input('Inspector').fill('Ada Moore')
  await form(page)
    .syncLine.getByText(/3 changes .*on this device/)
    .waitFor()
  expect(await form(page).input('Address').inputValue()).toBe('12 Ridge Road')

  await back()
  const read = async () => {
    const saved = await readSurvey(surveyor, survey.id)
    const names = ['Property name', 'Address', 'Inspector']
    return names.map((name) => answerOf(saved, 'Property and visit', name).field_value)
  }
  await expect.poll(read).toEqual(['Hill House', '12 Ridge Road', 'Ada Moore'])
  await storage(page).open()
  await storage(page)
    .queue.getByText(/created by a newer version of Fieldbook/)
    .waitFor()
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version)),
  ).toContain(raised)
})

test('where a tab of an earlier version does not make way, one is told to close it, and goes on', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const earlier = await visit('phone', { bypassCSP: true })
  await earlier.goto('/icon.svg')
  await asEarlierVersion(earlier)
  const page = await earlier.context().newPage()
  await openAs(page, surveyor, formAddress(survey))
  const note = page.getByText('Fieldbook is open in another tab or window')
  await note.waitFor()
  expect(await seriousOn(page)).toEqual([])
  await earlier.close()
  await form(page).input('Property name').waitFor()
  await note.waitFor({ state: 'detached' })
})

test('an app that does not know a type of field shows what it says, keeps it, and goes on with the others', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  await answerFields(surveyor, survey, 'Property and visit', { Address: { field_value: '12 Ridge Road' } })
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, '/dashboard')
  // The template as a later server would describe it.
  await page.route('**/survey_template_details*', async (route) => {
    const response = await route.fetch()
    const said = await response.text()
    const later = said.replace(
      /("field_name":"Address","field_type":)"\w+"/,
      (_, before: string) => `${before}"hologram"`,
    )
    await route.fulfill({ response, body: later })
  })
  await page.goto(formAddress(survey))
  const fields = form(page)
  await fields.heading('Property and visit').waitFor()
  await page.getByText('12 Ridge Road').waitFor()
  await page
    .getByText(
      'This field needs a newer version of the app. Reload the app while online. The answer is kept.',
    )
    .waitFor()
  expect(await fields.input('Address').count()).toBe(0)
  expect.soft(await seriousOn(page)).toEqual([])
  await fields.input('Property name').fill('Hill House')
  const stored = async (name: string) =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', name).field_value
  await expect.poll(() => stored('Property name')).toBe('Hill House')
  expect(await stored('Address')).toBe('12 Ridge Road')
})

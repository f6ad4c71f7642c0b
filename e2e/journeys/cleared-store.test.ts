import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const firstSection = 'Property and visit'
const cleared = (page: Page) => page.getByText(/This browser cleared Fieldbook’s data on this device/)

/** Clears the store like a browser under storage pressure, or a user clearing site data. */
async function clearStore(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** Clears it like another program at the same address. */
async function deleteStore(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.deleteDatabase('fieldbook').onsuccess = done
      }),
  )
}

async function onServer(surveyor: Surveyor, id: string) {
  const survey = await readSurvey(surveyor, id)
  const value = (name: string) => answerOf(survey, firstSection, name).field_value
  return { name: value('Property name'), address: value('Address') }
}

test('typed text still reaches the server although the browser clears the store under the form, and lost items are named', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.input('Property name').waitFor()
  await media(page, 'Overview').open()
  await page.context().setOffline(true)
  await fields.input('Property name').fill('Hill House')
  await media(page, 'Overview').pick([await photo('gate.jpg', 1)])
  await fields.syncLine.getByText(/2 changes on this device/).waitFor()
  await media(page, 'Overview').close.click()

  await clearStore(page, site.address)
  await fields.input('Address').fill('12 Ridge Road')
  await cleared(page).waitFor()
  await page.getByText(/Lost from “.+”: 1 photo \(gate\.jpg\)\. Last change: /).waitFor()
  await fields.syncLine.getByText(/2 changes on this device/).waitFor()
  expect(await fields.input('Property name').inputValue()).toBe('Hill House')

  await page.context().setOffline(false)
  await fields.syncLine.getByText(/On the server/).waitFor()
  expect(await onServer(surveyor, survey.id)).toEqual({ name: 'Hill House', address: '12 Ridge Road' })
  await page.getByRole('alert').getByRole('button', { name: 'Ok' }).click()
  await cleared(page).waitFor({ state: 'detached' })
  expect(await fields.input('Property name').inputValue()).toBe('Hill House')
})

test('every tab restores what it knows of a deleted store, and each item arrives once', async ({
  visit,
  surveyor,
}) => {
  const [shared, own] = [await startSurvey(surveyor), await startSurvey(surveyor, { name: 'Mill Lane' })]
  const one = await visit('desktop')
  await openAs(one, surveyor, formAddress(shared))
  await form(one).input('Property name').waitFor()
  const two = await one.context().newPage()
  await two.goto(formAddress(own))
  await form(two).input('Property name').waitFor()
  await one.context().setOffline(true)
  await form(one).input('Property name').fill('Hill House')
  await form(two).input('Property name').fill('Mill')
  await form(one)
    .syncLine.getByText(/1 change on this device/)
    .waitFor()
  await form(two)
    .syncLine.getByText(/1 change on this device/)
    .waitFor()

  await deleteStore(two)
  // Without further typing: the tabs notice by themselves.
  await cleared(one).waitFor()
  await cleared(two).waitFor()
  await one.context().setOffline(false)
  await form(one)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await form(two)
    .syncLine.getByText(/On the server/)
    .waitFor()
  expect((await onServer(surveyor, shared.id)).name).toBe('Hill House')
  expect((await onServer(surveyor, own.id)).name).toBe('Mill')
  const name = answerOf(await readSurvey(surveyor, shared.id), firstSection, 'Property name')
  expect(name.revision).toBe(1)
})

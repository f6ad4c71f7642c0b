import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

const first = 'Property and visit'

/** Answers the address twice; both values are on the server. */
async function overwritten(page: Page, surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  await openAs(page, surveyor, formAddress(survey))
  const address = form(page).input('Address')
  const saved = async () => answerOf(await readSurvey(surveyor, survey.id), first, 'Address').field_value
  for (const value of ['12 Ridge Road, north entrance', 'x']) {
    await address.fill(value)
    await expect.poll(saved).toBe(value)
  }
  return { address, saved }
}

test('restores an overwritten answer from its field, by touch', async ({ visit, surveyor }) => {
  const page = await visit('phone', { bypassCSP: true })
  const { saved } = await overwritten(page, surveyor)
  const { dialog } = form(page)
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  await address.tap()
  await page.getByRole('button', { name: 'Earlier answers: Address' }).tap()
  await dialog.getByText('Now: x').waitFor()
  await dialog.getByText('12 Ridge Road, north entrance').waitFor()
  // Neither the current value nor an empty one is listed.
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await dialog.getByText(/^Sam Rivera, |^Sam \S+, /).waitFor()
  expect(await seriousOn(page)).toEqual([])
  const use = page.getByRole('button', { name: 'Use this: 12 Ridge Road, north entrance' })
  await use.tap()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => address.inputValue()).toBe('12 Ridge Road, north entrance')
  await expect.poll(saved).toBe('12 Ridge Road, north entrance')
  // The value in between is stored as well.
  await address.tap()
  await page.getByRole('button', { name: 'Earlier answers: Address' }).tap()
  await dialog.getByRole('button', { name: 'Use this: x' }).waitFor()
})

test('by keyboard it takes one key, outside of the Tab order; offline, a message appears', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop', { bypassCSP: true })
  const { address } = await overwritten(page, surveyor)
  const { dialog } = form(page)
  await address.focus()
  await page.getByRole('button', { name: 'Earlier answers: Address' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON')
  await address.focus()
  await page.context().setOffline(true)
  await page.keyboard.press('F9')
  await dialog.getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('12 Ridge Road, north entrance').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => address.evaluate((node) => node === document.activeElement)).toBe(true)
})

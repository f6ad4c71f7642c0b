import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'
import type { Page } from './page.ts'

test('two tabs of one survey see each other’s changes, and all arrives once, even if one closes while offline', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page: one, person, link } = await visit('phone')
  await openAs(one, surveyor, formAddress(survey))
  await form(one).input('Property name').fill('Hill House')
  await isOnServer(one)
  const two = await person.newPage()
  await two.goto(formAddress(survey))
  await expect.poll(() => form(two).input('Property name').inputValue()).toBe('Hill House')
  await form(two).choose('Reason for the inspection', 'Annual')
  await expect.poll(() => form(one).select('Reason for the inspection').inputValue()).toBe('Annual')
  await isOnServer(two)

  link.cut()
  await form(one).press('Weather', 'Rain')
  await expect.poll(() => rain(two).isChecked()).toBe(true)
  await form(one).input('Inspector').fill('Ada Moore')
  await expect.poll(() => form(two).input('Inspector').inputValue()).toBe('Ada Moore')
  await form(two).input('Address').fill('12 Ridge Road')
  await expect.poll(() => form(one).input('Address').inputValue()).toBe('12 Ridge Road')
  await form(two)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await one.close()
  link.mend()
  await isOnServer(two)
  // Read once: the status line already says that everything arrived.
  const read = await readSurvey(surveyor, survey.id)
  const arrived = (field: string) => answerOf(read, 'Property and visit', field)
  const typed = ['Property name', 'Inspector', 'Address'].map((field) => arrived(field).field_value)
  expect(typed).toEqual(['Hill House', 'Ada Moore', '12 Ridge Road'])
  // Each was chosen with one press; a second revision means that it was sent twice.
  const chosen = ['Reason for the inspection', 'Weather'].map((field) => {
    const { field_value, revision } = arrived(field)
    return [field_value, revision]
  })
  expect(chosen).toEqual([
    ['Annual', 1],
    ['Rain', 1],
  ])
})

const rain = (page: Page) => form(page).group('Weather').getByRole('radio', { name: 'Rain' })
/** Only Chromium reports that the network is back; the others retry within half a minute. */
const isOnServer = (page: Page) =>
  form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 90_000 })

import { expect } from 'vitest'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

test('two tabs of one survey see each other, and all arrives once, also when one is closed while nothing gets through', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page: one, person, link } = await visit('phone')
  await logIn(one, surveyor)
  await one.goto(formAddress(survey))
  await form(one).input('Property name').fill('Hill House')
  await form(one).syncLine.getByText(/On the server/).waitFor()
  const two = await person.newPage()
  await two.goto(formAddress(survey))
  await expect.poll(() => form(two).input('Property name').inputValue()).toBe('Hill House')
  await form(two).input('Address').fill('12 Ridge Road')
  await expect.poll(() => form(one).input('Address').inputValue()).toBe('12 Ridge Road')

  link.cut()
  await form(one).input('Inspector').fill('Ada Moore')
  await expect.poll(() => form(two).input('Inspector').inputValue()).toBe('Ada Moore')
  await one.close()
  link.mend()
  await form(two).syncLine.getByText(/On the server/).waitFor()
  const read = await readSurvey(surveyor, survey.id)
  const values = ['Property name', 'Address', 'Inspector'].map((field) => {
    const { field_value, revision } = answerOf(read, 'Property and visit', field)
    return [field_value, revision]
  })
  expect(values).toEqual([
    ['Hill House', 1],
    ['12 Ridge Road', 1],
    ['Ada Moore', 1],
  ])
})

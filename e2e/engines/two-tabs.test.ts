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
  await form(one)
    .syncLine.getByText(/On the server/)
    .waitFor()
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
  await form(two)
    .syncLine.getByText(/On the server/)
    .waitFor()
  const arrived = async () => {
    const read = await readSurvey(surveyor, survey.id)
    const answers = ['Property name', 'Address', 'Inspector'].map((field) =>
      answerOf(read, 'Property and visit', field),
    )
    return answers.map(({ field_value }) => field_value)
  }
  await expect.poll(arrived).toEqual(['Hill House', '12 Ridge Road', 'Ada Moore'])
})

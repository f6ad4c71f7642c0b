import { expect } from 'vitest'
import { fillBuilding } from '../main-job.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

const section = 'Building exterior'

/** Safari does not focus a pressed button: UI that appears with a field's focus must survive that press. */
test('restores an overwritten answer and a part deleted by mistake', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const { page } = await visit('phone')
  const fields = form(page)
  const saved = async (where: string, field: string) =>
    answerOf(await readSurvey(surveyor, survey.id), where, field).field_value
  await openAs(page, surveyor, formAddress(survey))
  const address = fields.input('Address')
  for (const value of ['12 Ridge Road', 'x']) {
    await address.fill(value)
    await expect.poll(() => saved('Property and visit', 'Address')).toBe(value)
  }
  await address.click()
  await page.getByRole('button', { name: 'Earlier answers: Address' }).click()
  await fields.dialog.getByRole('button', { name: 'Use this: 12 Ridge Road' }).click()
  await fields.dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => address.inputValue()).toBe('12 Ridge Road')
  await expect.poll(() => saved('Property and visit', 'Address')).toBe('12 Ridge Road')

  await fields.next(section)
  await fillBuilding(page, 'East wing', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part(`${section} 2`).waitFor()
  await page.getByRole('button', { name: `Delete East wing` }).click()
  await fields.dialog.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText(`East wing was deleted.`).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await fields.part(`East wing`).waitFor()
  await expect.poll(() => saved(section, 'Building name or number')).toBe('East wing')
})

import { describe, expect } from 'vitest'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { usually } from '../sizes.ts'

const section = 'Building exterior'

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('leads to missing answers before adding another unit, numbers the units, and asks before deleting one', async ({
    visit,
    surveyor,
  }) => {
    const survey = await startSurvey(surveyor)
    const page = await visit(size)
    await openAs(page, surveyor, formAddress(survey))
    const fields = form(page)
    await fields.next(section)
    const add = page.getByRole('button', { name: 'Add another building' })
    const name = fields.input('Building name or number')

    await add.click()
    await page.getByRole('alert').getByText('Please fill all mandatory fields').waitFor()
    await page.getByText('Please enter data').first().waitFor()
    await expect.poll(() => name.evaluate((node) => node === document.activeElement)).toBe(true)

    await page.keyboard.type('East wing')
    await fields.press('Roof and gutters', 'Good')
    await fields.press('Walls and siding', 'Good')
    await add.click()
    await fields.part('East wing').waitFor()
    await fields.part(`${section} 2`).waitFor()
    // Nobody came to the new one's fields yet.
    await name.waitFor()
    expect(await page.getByText('Please enter data').count()).toBe(0)
    await name.fill('West wing')

    const dialog = fields.dialog
    const remove = page.getByRole('button', { name: 'Delete East wing' })
    await remove.click()
    await dialog.getByText(`Are you sure you want to delete East wing?`).waitFor()
    await dialog.getByText('This also deletes 3 answers and 0 photos and videos.').waitFor()
    await dialog.getByRole('button', { name: 'No', exact: true }).click()
    await fields.part('East wing').waitFor()
    await remove.click()
    await dialog.getByRole('button', { name: 'Yes', exact: true }).click()
    await fields.part('East wing').waitFor({ state: 'detached' })
    expect(await fields.part(section).count()).toBe(0)
    await expect.poll(() => name.inputValue()).toBe('West wing')
  })
})

test('a part added by another device does not disturb typing in the first one', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const [page, elsewhere] = [await visit('phone'), await visit('desktop')]
  for (const one of [page, elsewhere]) {
    await openAs(one, surveyor, formAddress(survey))
    await form(one).next(section)
  }
  const fields = form(page)
  const name = fields.input('Building name or number').first()
  await fields.press('Roof and gutters', 'Good')
  await fields.press('Walls and siding', 'Good')
  await name.click()
  await page.keyboard.type('East')
  await expect.poll(() => form(elsewhere).input('Building name or number').inputValue()).toBe('East')
  await elsewhere.getByRole('button', { name: 'Add another building' }).click()
  // Its name comes with the other one, which may be too far down to be drawn.
  await fields.part('East').waitFor()
  await page.keyboard.type(' wing')
  expect(await name.inputValue()).toBe('East wing')
})

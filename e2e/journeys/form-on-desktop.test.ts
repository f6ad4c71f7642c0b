import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { startAcceptance } from '../fill-types.ts'
import { test } from '../fixtures.ts'
import { focused, tabTo } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { formAddress } from '../scene.ts'
import { fields } from '../screens/fields.ts'
import { form } from '../screens/form.ts'

test('on a desktop short fields stand side by side, and the keys lead through the survey', async ({
  visit,
  surveyor,
}) => {
  const made = await startAcceptance(surveyor)
  const page = await visit('desktop', { bypassCSP: true })
  const survey = form(page)
  await openAs(page, surveyor, formAddress(made))
  await survey.heading('Site and visit').waitFor()

  const [left, right] = [
    await placeOf(page, 'Date of the inspection'),
    await placeOf(page, 'Arrived on site'),
  ]
  expect(right.y).toBe(left.y)
  expect(right.x).toBeGreaterThan(left.x + left.width)
  expect((await placeOf(page, 'Scope of work')).width).toBeGreaterThan(right.x + right.width - left.x - 2)
  expect(await seriousOn(page)).toEqual([])
  // Tab goes as the template does, row by row.
  await fields(page).labelled('Date of the inspection').focus()
  await tabTo(page, 'Arrived on site')

  // With less room there is one column.
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect.poll(async () => (await placeOf(page, 'Arrived on site')).x).toBe(left.x)
  await page.setViewportSize({ width: 1440, height: 900 })

  await survey.input('Property name').focus()
  await page.keyboard.type('Why?')
  expect(await survey.input('Property name').inputValue()).toBe('Why?')
  await page.keyboard.press('Control+Shift+F')
  await focused(page.getByRole('combobox', { name: 'Search anywhere in the survey report' }))
  await page.keyboard.press('Control+Enter')
  await survey.heading('Telecom closet').waitFor()
  await page.keyboard.press('Control+Shift+Enter')
  await survey.heading('Site and visit').waitFor()
  await page.keyboard.press('F8')
  await focused(survey.input('Building'))
  await page.keyboard.type('East wing')
  await page.keyboard.press('Control+s')
  await survey.dialog.getByRole('button', { name: 'Done' }).click()
  await focused(survey.input('Building'))

  await survey.dialog.waitFor({ state: 'hidden' })
  await survey.heading('Site and visit').focus()
  await page.keyboard.press('?')
  await survey.dialog.getByText('Ctrl + Shift + Enter').waitFor()
  // Behind a dialog the keys do nothing.
  await page.keyboard.press('Control+Enter')
  expect(await seriousOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await survey.dialog.waitFor({ state: 'hidden' })
  await survey.heading('Site and visit').waitFor()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await survey.dialog.getByText('Next empty mandatory field').waitFor()
  // A character alone can be kept from doing anything.
  await survey.dialog.getByLabel('The ? key opens this list').uncheck()
  expect(await seriousOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await survey.dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  expect(await survey.dialog.count()).toBe(0)
})

async function placeOf(page: Page, field: string) {
  const box = await fields(page).labelled(field).boundingBox()
  if (!box) throw new Error(`${field} is not on the screen`)
  return box
}

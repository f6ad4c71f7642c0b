import { expect } from 'vitest'
import { startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

test('first', async ({ visit, surveyor }) => {
  await startSurvey(surveyor)
  const { page } = await visit()
  await logIn(page, surveyor)
  await dashboard(page).choose('Edit', 'Hill House')
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  expect(await form(page).input('Property name').inputValue()).toBe('Hill House')
})

import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { startSurvey } from '../scene.ts'
import { adminConsole } from '../screens/admin.ts'
import { logIn } from '../screens/entry.ts'
import { sideways } from '../sideways.ts'
import { admin } from '../site.ts'

test('a key is made on a phone, used by a program, and revoked in the console', async ({
  site,
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Hill House' })
  const phone = await visit('phone', { bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] })
  await openAs(phone, surveyor, '/profile')
  await phone.getByRole('link', { name: 'Manage API keys' }).tap()
  await phone.getByText('No API keys yet.').waitFor()
  expect(await seriousOn(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Make an API key' }).tap()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make key' }).tap()
  await dialog.getByText('Please enter a name').waitFor()
  expect(await dialog.getByText('Choose when the key expires').count()).toBeGreaterThan(0)
  expect(await seriousOn(phone)).toEqual([])
  await dialog.getByLabel('Name').fill('Nightly sync')
  await dialog.getByLabel('Expires').selectOption('After 90 days')
  // As if the session were older than ten minutes.
  const confirmFirst = 'Please enter your current password first.'
  const json = { errors: [{ password: confirmFirst }] }
  await phone.route('**/api/profile/api_keys', (route) => route.fulfill({ status: 422, json }), { times: 1 })
  await dialog.getByRole('button', { name: 'Make key' }).tap()
  await dialog.getByText(confirmFirst).waitFor()
  const password = dialog.getByLabel('Current password', { exact: true })
  await expect.poll(() => password.evaluate((one) => one === document.activeElement)).toBe(true)
  await password.fill(surveyor.password)
  await dialog.getByRole('button', { name: 'Make key' }).tap()
  const field = dialog.getByRole('textbox', { name: 'API key' })
  await field.waitFor()
  const key = await field.inputValue()
  expect(key).toMatch(/^fbk_[0-9A-Za-z]{49}$/)
  expect(await seriousOn(phone)).toEqual([])
  expect(await sideways(phone)).toBe(0)
  await dialog.getByRole('button', { name: 'Copy key' }).tap()
  await dialog.getByText('Copied').waitFor()
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await dialog.getByRole('button', { name: 'I stored it' }).tap()
  const listed = phone.getByRole('region', { name: 'API keys' })
  await listed.getByText(/not used yet · expires/).waitFor()
  expect(await phone.getByText(key).count()).toBe(0)
  expect(await seriousOn(phone)).toEqual([])

  const url = `${site.address}/api/bx_block_survey/users_survey`
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const answered = await ask()
  expect(answered.status).toBe(200)
  expect(answered.headers.get('ratelimit-policy')).toMatch(/^"key";q=\d+;w=60$/)
  expect(JSON.stringify(await answered.json())).toContain(survey.id)
  await phone.reload()
  await listed.getByText(/last used/).waitFor()

  const desktop = await visit('desktop', { bypassCSP: true })
  await logIn(desktop, admin)
  const { open, tab, dialog: question } = adminConsole(desktop)
  await open()
  await tab('API keys').click()
  const row = desktop.getByRole('article').filter({ hasText: surveyor.email })
  await row.getByText('Nightly sync').waitFor()
  expect(await seriousOn(desktop)).toEqual([])
  await row.getByRole('button', { name: 'Revoke Nightly sync' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await desktop.getByText('The key was revoked.').waitFor()
  await row.waitFor({ state: 'detached' })

  const refused = await ask()
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
  await phone.reload()
  await phone.getByText('No API keys yet.').waitFor()
})

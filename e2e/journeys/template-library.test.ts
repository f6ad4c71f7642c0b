import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { publishForm, saveForm } from '#contract/templates/custom-forms.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { adminConsole } from '../screens/admin.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { sideways } from '../sideways.ts'
import { admin } from '../site.ts'

const sheet = [
  'survey',
  ',type,name,label,relevant,appearance',
  ',begin repeat,riser,Riser,,',
  ',text,number,Riser number,,',
  ',select_one state,state,State of the riser,,minimal',
  ",text,damage,Describe the damage,${state} = 'poor',",
  ',geotrace,path,Path of the conduit,,map',
  ',deviceid,device,,,',
  ',end repeat,,,,',
  'choices',
  ',list_name,name,label',
  ',state,good,Good',
  ',state,poor,Poor',
  'settings',
  ',form_title',
  ',Riser walk',
].join('\r\n')

const cards = (page: Page) => page.getByRole('region', { name: 'Templates' }).getByRole('listitem')

function card(page: Page, name: string) {
  return cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function apiOn(page: Page, address: string): Promise<HttpApi> {
  return new HttpApi(address, await page.evaluate(() => localStorage.getItem('auth-token') ?? ''))
}

test('a spreadsheet becomes a template: what became of its rows is shown first; then versions, files and the archive', async ({
  site,
  visit,
  surveyor,
}) => {
  const page = await visit('desktop', { bypassCSP: true, acceptDownloads: true })
  await logIn(page, admin)
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  await cards(page).first().waitFor()
  expect.soft(await seriousOn(page), 'the list').toEqual([])

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a form' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('article,price\ncable,12'),
  })
  await dialog.getByText('The file cannot be imported: the sheet “survey” has no column “type”.').waitFor()
  await file.setInputFiles({ name: 'risers.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await dialog.getByText('Riser walk').waitFor()
  await dialog.getByText('6 of 7 rows imported').waitFor()
  await dialog.getByText('“geotrace” is not supported; imported as text, hidden.').waitFor()
  await dialog.getByText('survey, row 7').first().waitFor()
  expect.soft(await seriousOn(page), 'what became of the rows').toEqual([])
  await dialog.getByRole('combobox').selectOption({ label: 'Changed (1)' })
  await dialog.getByText('“deviceid” was left out').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL(/\/Templates\/[\w-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const api = await apiOn(page, site.address)
  const published = await api.call(publishForm, { params: { id }, body: { note: 'As in the office' } })
  const form = published?.body.data.attributes
  expect([published?.status, form?.version]).toEqual([200, 1])
  if (!form) throw new Error('not published')
  const sections = form.form.sections.map((section) => ({ ...section, name: 'Risers' }))
  await api.call(saveForm, { body: { id, revision: form.revision, form: { ...form.form, sections } } })

  await page.goto(`/Templates/${id}/versions`)
  await page.getByText('As in the office').waitFor()
  await page.getByText('Riser → Risers').waitFor()
  expect.soft(await seriousOn(page), 'versions').toEqual([])
  await page.getByRole('button', { name: 'Edit again: version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit again' }).click()
  await page.getByText('Version 1 is now the draft.').waitFor()
  await page.getByText('Nothing changed between these versions.').waitFor()

  await page.goto('/Templates?search=riser')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    choose(page, 'Riser walk', 'Save as XLSForm (Excel)'),
  ])
  expect(saved.suggestedFilename()).toBe('Riser walk.xlsx')
  await choose(page, 'Riser walk', 'Archive')
  await page
    .getByText('Riser walk is archived. New surveys can’t use it. Existing surveys don’t change.')
    .waitFor()
  await card(page, 'Riser walk').getByText('Archived', { exact: true }).waitFor()
  await choose(page, 'Riser walk', 'Unarchive')
  await card(page, 'Riser walk').getByText('Published', { exact: true }).waitFor()

  // Surveyors find it among the others; without the right to make templates they see a message.
  const field = await visit('phone')
  await openAs(field, surveyor, '/dashboard')
  await field.getByRole('button', { name: 'Create survey' }).first().tap()
  await field.getByRole('button', { name: 'Riser walk' }).waitFor()
  await field.goto('/Templates')
  await field
    .getByRole('heading', { name: 'For administrators only' })
    .or(field.getByText(/administrator/i))
    .first()
    .waitFor()
})

test('on a phone an account that may make templates copies a ready one', async ({ visit, surveyor }) => {
  const desk = await visit('desktop')
  const { open, list } = adminConsole(desk)
  await logIn(desk, admin)
  await open()
  await desk.getByLabel('Search accounts').fill(surveyor.email)
  await desk.getByText('1 account', { exact: true }).waitFor()
  await list.getByRole('button', { name: /^Manage/ }).click()
  await desk.getByRole('button', { name: 'Allow templates' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Allow templates' }).click()
  await desk.getByText(/can now create templates/).waitFor()

  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, '/dashboard')
  await dashboard(page).heading.waitFor()
  await page.goto('/Templates')
  await cards(page).first().waitFor()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await sideways(page)).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect.soft(await seriousOn(page), 'the list on a phone').toEqual([])
  // Others on this site have templates too, and the list has pages.
  await page.goto('/Templates?search=Roof')
  await page.getByRole('button', { name: 'Copy Roof inspection' }).tap()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Our walk')
  await page.getByRole('button', { name: 'Create', exact: true }).tap()
  await page.waitForURL(/\/Templates\/[\w-]{36}$/)
  await page.goto('/Templates?state=draft&search=Our+walk')
  await card(page, 'Our walk').getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More for Our walk' }).tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  await page.getByText('The draft was deleted.').waitFor()
  await card(page, 'Our walk').waitFor({ state: 'hidden' })
})

import { readFile } from 'node:fs/promises'
import { read } from '@e965/xlsx'
import type { Download, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ExportRecord } from '#contract/surveys/exports.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import { sideways } from '../sideways.ts'

/** Shows every export as half written until the returned function is called. */
async function holdExports(page: Page): Promise<() => void> {
  let isHeld = true
  await page.route('**/api/bx_block_survey/exports', async (route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const { data } = (await answer.json()) as { data: ExportRecord[] }
    const held = { state: 'running', progress: 50, url: null, file_name: null } as const
    const json = { data: data.map((one) => ({ ...one, attributes: { ...one.attributes, ...held } })) }
    return route.fulfill({ response: answer, json })
  })
  return () => {
    isHeld = false
  }
}

async function namesIn(download: Download): Promise<string> {
  const { Sheets } = read(await readFile(await download.path()))
  return JSON.stringify(Object.values(Sheets))
}

for (const size of ['phone', 'desktop'] as const)
  test(`a filtered list is exported to Excel, through a reload, on a ${size}`, async ({
    visit,
    surveyor,
  }) => {
    for (const name of ['Riverside 1', 'Riverside 2', 'Hill 1']) await startSurvey(surveyor, { name })
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, '/dashboard')
    const list = dashboard(page)
    await list.search.fill('Riverside')
    await list.surveys.getByText('2 surveys').first().waitFor()
    const release = await holdExports(page)
    const press = (name: string, place = page.getByRole('main')) => {
      const button = place.getByRole('button', { name, exact: true })
      return size === 'phone' ? button.tap() : button.click()
    }
    await press('Export')
    const dialog = page.getByRole('dialog', { name: 'Export surveys' })
    await dialog.getByText('2 surveys').first().waitFor()
    expect(await seriousOn(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    await press('Export', dialog)
    await dialog.getByText('50% written').waitFor()

    await page.reload()
    await page.getByText('Exporting: 50%').waitFor()
    expect(await seriousOn(page)).toEqual([])
    release()
    await page.getByText(/Your export is ready: .*\.xlsx/).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download')])
    expect(download.suggestedFilename()).toMatch(/^\d{8}-\d{6}-surveys\.xlsx$/)
    const names = await namesIn(download)
    expect(names).toContain('Riverside 1')
    expect(names).toContain('Riverside 2')
    expect(names).not.toContain('Hill 1')

    // The file stays in the dialog, where it can be deleted.
    await press('Export')
    await dialog.getByRole('button', { name: /^Download .*\.xlsx$/ }).waitFor()
    expect(await seriousOn(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    await dialog.getByRole('button', { name: /^Delete .*\.xlsx$/ }).click()
    await dialog.getByText('Exports of the last 24 hours').waitFor({ state: 'hidden' })
  })

test('one survey is exported from its details; without a network, as CSV from the device', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside 1' })
  const page = await visit('desktop')
  // An opened survey is on the device.
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await page.getByRole('link', { name: 'Riverside 1' }).first().click()
  await page.getByRole('button', { name: 'Export Riverside 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export surveys' })
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/-Riverside 1\.json$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('Riverside 1')

  await page.context().setOffline(true)
  await dialog.getByText('You’re offline').waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save CSV from this device' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/-surveys on this device\.(csv|zip)$/)
})

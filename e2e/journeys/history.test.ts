import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { readList, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { usually } from '../sizes.ts'

/** Names on the page, top to bottom. */
function names(page: Page): Promise<readonly string[]> {
  return dashboard(page)
    .surveys.getByRole('button', { name: /^Edit / })
    .evaluateAll((buttons) => buttons.map((one) => (one.getAttribute('aria-label') ?? '').slice(5)))
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  test('pages, searches and deletes twelve surveys', async ({ visit, surveyor }) => {
    for (let number = 1; number <= 12; number++)
      await startSurvey(surveyor, { name: `House ${number}`, owner: number === 7 ? 'Quincy' : 'Dudley' })
    const page = await visit(size)
    const board = dashboard(page)
    await openAs(page, surveyor, '/dashboard')
    await board.surveys.getByText('12 surveys').waitFor()
    expect(await names(page)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `House ${number}`))
    await board.pager.getByRole('button', { name: 'Page 2' }).click()
    await expect.poll(() => names(page)).toEqual(['House 2', 'House 1'])

    await searchByOwner(page)
    await board.pager.getByRole('button', { name: 'Page 2' }).click()
    await deleteBoth(page)
    await expect.poll(async () => (await names(page)).length).toBe(10)
    await expect.poll(() => board.pager.count()).toBe(0)
  })
})

async function searchByOwner(page: Page): Promise<void> {
  const board = dashboard(page)
  await board.search.fill('Quincy')
  await expect.poll(() => names(page)).toEqual(['House 7'])
  await board.search.fill('Nowhere')
  await page.getByText('Nothing Found, please try other search criteria').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await board.surveys.getByText('12 surveys').waitFor()
}

/** Cancels the first deletion, undoes the second; then deletes both, and the previous page shows. */
async function deleteBoth(page: Page): Promise<void> {
  const board = dashboard(page)
  await board.choose('Delete', 'House 2')
  await board.dialog.getByText('Are you sure you want to delete the survey?').waitFor()
  await board.dialog.getByRole('button', { name: 'No' }).click()
  await board.dialog.waitFor({ state: 'hidden' })
  await removeSurvey(page, 'House 2', 'Undo')
  await expect.poll(() => names(page)).toEqual(['House 2', 'House 1'])
  await removeSurvey(page, 'House 2', 'Done')
  await expect.poll(() => names(page)).toEqual(['House 1'])
  await removeSurvey(page, 'House 1', 'Done')
}

async function removeSurvey(page: Page, name: string, then: 'Undo' | 'Done'): Promise<void> {
  const board = dashboard(page)
  await board.choose('Delete', name)
  await board.dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('The survey you wanted to remove has been removed successfully').waitFor()
  await board.dialog.getByRole('button', { name: then }).click()
  await board.dialog.waitFor({ state: 'hidden' })
}

test('the last edited survey is first', async ({ visit, surveyor }) => {
  const first = await startSurvey(surveyor, { name: 'House 1' })
  for (const name of ['House 2', 'House 3']) await startSurvey(surveyor, { name })
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await expect.poll(() => names(page)).toEqual(['House 3', 'House 2', 'House 1'])
  await submitFilled(surveyor, first)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['House 1', 'House 3', 'House 2'])
})

test('columns sort the list, and a state filters it, also offline', async ({ visit, surveyor }) => {
  for (const [name, owner] of [
    ['House 10', 'Ann'],
    ['House 9', 'Zoe'],
    ['Barn', 'Mel'],
  ] as const)
    await startSurvey(surveyor, { name, owner })
  await submitFilled(surveyor, await startSurvey(surveyor, { name: 'Shed', owner: 'Kim' }))
  const page = await visit('desktop', { bypassCSP: true })
  const board = dashboard(page)
  await openAs(page, surveyor, '/dashboard')
  await expect.poll(() => names(page)).toEqual(['Shed', 'Barn', 'House 9', 'House 10'])
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await head('Survey Name').getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['Barn', 'House 9', 'House 10', 'Shed'])
  expect(await head('Survey Name').getAttribute('aria-sort')).toBe('ascending')
  await head('Survey Name').getByRole('button').press('Enter')
  await expect.poll(() => names(page)).toEqual(['Shed', 'House 10', 'House 9', 'Barn'])
  await head('Property Owner').getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['House 10', 'Shed', 'Barn', 'House 9'])
  await page.getByLabel('State').selectOption('In progress')
  await expect.poll(() => names(page)).toEqual(['House 10', 'Barn', 'House 9'])
  await board.surveys.getByText('3 surveys').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.context().setOffline(true)
  await page.getByLabel('State').selectOption('Submitted')
  await expect.poll(() => names(page)).toEqual(['Shed'])
  await page.context().setOffline(false)
  // The address holds the state: a reload and going back show the same.
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Shed'])
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['House 10', 'Barn', 'House 9'])

  const phone = await visit('phone', { bypassCSP: true })
  await openAs(phone, surveyor, '/dashboard')
  await phone.getByRole('button', { name: 'Filters' }).tap()
  await phone.getByLabel('Sort by').selectOption('Survey Name')
  await expect.poll(() => names(phone)).toEqual(['Barn', 'House 9', 'House 10', 'Shed'])
  await phone.getByLabel('State').selectOption('Submitted')
  await expect.poll(() => names(phone)).toEqual(['Shed'])
  await dashboard(phone).surveys.getByText('1 survey', { exact: true }).waitFor()
  expect(await seriousOn(phone)).toEqual([])
})

test('a search sends one request after a pause of 300 ms', async ({ visit, surveyor }) => {
  await startSurvey(surveyor, { name: 'Hill House' })
  await startSurvey(surveyor, { name: 'Belasco House' })
  const page = await visit('desktop')
  const board = dashboard(page)
  await page.clock.install()
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText('2 surveys').waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    const search = new URL(request.url()).searchParams.get('search_query')
    if (search) asked.push(search)
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await board.search.pressSequentially('Belasco')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect.poll(() => names(page)).toEqual(['Belasco House'])
  expect(asked).toEqual(['Belasco'])
})

test('long names are shortened in the list and complete in the details', async ({ visit, surveyor }) => {
  const name = 'Property on the long hill'
  const survey = await startSurvey(surveyor, { name, owner: 'Exactly 12ch' })
  await submitFilled(surveyor, survey)
  const page = await visit('desktop')
  const board = dashboard(page)
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText('Property o....', { exact: true }).waitFor()
  await board.surveys.getByText('Exactly 12ch', { exact: true }).waitFor()
  await board.surveys.getByText('Completed', { exact: true }).waitFor()
  await board.surveys.getByText('Property o....', { exact: true }).click()
  await board.dialog.getByText(name, { exact: true }).waitFor()
})

test('a failed search shows only its error', async ({ visit, surveyor }) => {
  await startSurvey(surveyor, { name: 'House 1' })
  const page = await visit('phone')
  const board = dashboard(page)
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText('1 survey', { exact: true }).waitFor()
  const list = '**/users_survey?*search_query=Nowhere*'
  await page.route(list, (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } }))
  await board.search.fill('Nowhere')
  await page.getByText('Broken').waitFor()
  expect(await page.getByText('Nothing Found').count()).toBe(0)
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).tap()
  await page.getByText('Nothing Found, please try other search criteria').waitFor()
})

test('without stored templates and with a failing server, a dialog shows the error and closes', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  await page.route('**/survey_templates', (route) => route.fulfill({ status: 500, body: '' }))
  await openAs(page, surveyor, '/dashboard')
  await page.getByRole('button', { name: 'Create survey' }).first().tap()
  const dialog = page.getByRole('dialog', { name: 'Error', exact: true })
  await dialog.getByText('An unexpected error occured').waitFor()
  await dialog.getByRole('button', { name: 'Ok' }).tap()
  await dialog.waitFor({ state: 'hidden' })
})

test('a list that the server fails to read says so, without blaming a proxy', async ({ visit, surveyor }) => {
  const page = await visit('phone', { bypassCSP: true })
  await page.route('**/users_survey?*', (route) => route.fulfill({ status: 500, body: '' }))
  await openAs(page, surveyor, '/dashboard')
  await page.getByText('An unexpected error occurred').first().waitFor()
  await page.unroute('**/users_survey?*')
  await page.getByRole('button', { name: 'Try again' }).first().tap()
  await page.getByText('No Data Found, start by creating survey').waitFor()
})

test('if templates fail to reload, the stored ones show, with a message and a retry button', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  const { dialog } = dashboard(page)
  const open = () => page.getByRole('button', { name: 'Create survey' }).first().tap()
  const template = dialog.getByRole('button', { name: /Property and wiring survey/ })
  // The list is stored before its contents are requested.
  const kept = page.waitForRequest((request) => request.url().includes('survey_template_details'))
  await openAs(page, surveyor, '/dashboard')
  await kept
  const broken = '**/survey_templates'
  await page.route(broken, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } }),
  )
  await page.reload()
  await open()
  await dialog.getByText('An unexpected error occured').waitFor()
  await template.waitFor()
  await page.unroute(broken)
  await page.route(broken, (route) => route.abort())
  await page.reload()
  await open()
  await dialog.getByText('Offline. Only templates on this device are listed.').waitFor()
  await page.unroute(broken)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => dialog.getByText('Offline.').count()).toBe(0)
  await template.click()
  await dialog.getByRole('textbox', { name: 'Survey Name' }).waitFor()
})

test('a date range finds only the surveys created in it', async ({ visit, surveyor }) => {
  await startSurvey(surveyor, { name: 'Of today' })
  const page = await visit('desktop')
  const board = dashboard(page)
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText('1 survey', { exact: true }).waitFor()
  await board.dates.click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  const days = page.locator('table button:visible')
  await days.first().click()
  const answer = page.waitForRequest((request) => request.url().includes('start_date='))
  await days.nth(1).click()
  const query = new URL((await answer).url()).searchParams
  expect(query.get('start_date')).toMatch(/^\d\d-\d\d-\d{4}$/)
  await page.getByText('Nothing Found, please try other search criteria').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await board.surveys.getByText('1 survey', { exact: true }).waitFor()
})

test('offline, the list shows the device’s copy, and actions on it wait', async ({ visit, surveyor }) => {
  const one = await startSurvey(surveyor, { name: 'House 1', owner: 'Dudley' })
  const two = await startSurvey(surveyor, { name: 'House 2', owner: 'Quincy' })
  const page = await visit('phone', { bypassCSP: true })
  const board = dashboard(page)
  await page.route(`**/${one.id}/changed*`, (route) => route.abort())
  const brought = page.waitForResponse((answer) => answer.url().includes(`${two.id}/changed`))
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText('2 surveys').waitFor()
  await brought

  await page.context().route('**/api/**', (route) => route.abort())
  await board.search.fill('House')
  await board.surveys.getByText(/Offline. List from/).waitFor()
  await expect.poll(() => board.surveys.getByText('Not on this device').count()).toBe(1)
  await board.open()
  await board.surveys.getByText('Not on this device').waitFor()
  expect(await names(page)).toEqual(['House 2', 'House 1'])
  expect(await page.getByRole('button', { name: 'Edit House 1' }).isDisabled()).toBe(true)
  expect(await seriousOn(page)).toEqual([])
  await board.search.fill('qUIN')
  await expect.poll(() => names(page)).toEqual(['House 2'])
  await board.search.fill('')
  await expect.poll(() => names(page)).toEqual(['House 2', 'House 1'])
  await rename(page, 'House 1', 'Hill House')
  await removeSurvey(page, 'House 2', 'Undo')
  await expect.poll(() => names(page)).toEqual(['Hill House', 'House 2'])
  await removeSurvey(page, 'House 2', 'Done')
  await expect.poll(() => names(page)).toEqual(['Hill House'])

  await page.context().unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const onServer = async () => (await readList(surveyor)).map(({ survey_name }) => survey_name)
  await expect.poll(onServer, { timeout: patience }).toEqual(['Hill House'])
  await page.getByText(/Offline. List/).waitFor({ state: 'hidden' })
  expect(await names(page)).toEqual(['Hill House'])
})

async function rename(page: Page, from: string, to: string): Promise<void> {
  const board = dashboard(page)
  await board.surveys.getByRole('link', { name: from, exact: true }).click()
  await board.dialog.getByRole('button', { name: `Rename and report options for ${from}` }).click()
  await board.dialog.getByLabel('Survey Name').fill(to)
  await board.dialog.getByRole('button', { name: 'Apply' }).click()
  await board.dialog.waitFor({ state: 'hidden' })
}

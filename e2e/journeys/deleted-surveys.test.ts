import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listDeleted } from '#contract/surveys/surveys-deleted.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { readList, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { sideways } from '../sideways.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Deleted surveys' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function remove(page: Page, name: string): Promise<void> {
  const board = dashboard(page)
  await board.choose('Delete', name)
  await board.dialog.getByRole('button', { name: 'Yes' }).click()
  await board.dialog.getByText('It can be restored for 30 days under “Deleted surveys”.').waitFor()
  await board.dialog.getByRole('button', { name: 'Done' }).click()
  await board.dialog.waitFor({ state: 'hidden' })
}

async function deletedOf({ api }: Surveyor): Promise<readonly string[]> {
  const answer = await api.call(listDeleted, { query: {} })
  return answer?.body.data.map(({ attributes }) => attributes.survey_name) ?? []
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('finds a deleted survey, restores it, and deletes it for good, also offline', async ({
    visit,
    surveyor,
  }) => {
    for (const name of ['House 1', 'House 2', 'House 3']) await startSurvey(surveyor, { name })
    const page = await visit(size, { bypassCSP: true })
    const board = dashboard(page)
    await openAs(page, surveyor, '/dashboard')
    await remove(page, 'House 1')
    await remove(page, 'House 2')
    const way = page.getByRole('link', { name: 'Deleted surveys' })
    await (size === 'phone' ? way.tap() : way.press('Enter'))
    await list(page).getByText('2 deleted surveys').waitFor()
    await list(page).getByText('Can be restored for 30 more days').first().waitFor()
    await expect.poll(() => list(page).getByText('has not been sent').count()).toBe(0)
    expect(await seriousOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sideways(page)).toBe(0)

    await press(page, 'Restore House 1').press('Enter')
    await page.getByText('“House 1” is on the dashboard again.').waitFor()
    await expect
      .poll(async () => (await readList(surveyor)).map(({ survey_name }) => survey_name).sort())
      .toEqual(['House 1', 'House 3'])

    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Dashboard' }).last().click()
    await remove(page, 'House 3')
    await page.getByRole('link', { name: 'Deleted surveys' }).click()
    await list(page).getByText('The deletion has not been sent yet.').waitFor()
    await page.getByText(/^Offline\. List from/).waitFor({ timeout: patience })
    await press(page, 'Delete for good: House 3').click()
    await board.dialog.getByText('Delete “House 3” for good?').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await board.dialog.getByRole('button', { name: 'No' }).click()
    await board.dialog.waitFor({ state: 'hidden' })
    await press(page, 'Delete for good: House 3').click()
    await board.dialog.getByText('Delete “House 3” for good?').waitFor()
    await board.dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('“House 3” is deleted for good.').waitFor()
    await list(page).getByText('1 deleted survey', { exact: true }).waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => deletedOf(surveyor), { timeout: patience }).toEqual(['House 2'])
    await expect
      .poll(async () => (await readList(surveyor)).map(({ survey_name }) => survey_name))
      .toEqual(['House 1'])
    await press(page, 'Restore House 2').click()
    await page.getByText('There are no deleted surveys').waitFor()
  })
})

test('a failed load is not shown as an empty list', async ({ visit, surveyor }) => {
  const page = await visit('phone')
  const broken = (url: URL) => url.pathname.endsWith(listDeleted.path)
  await page.route(broken, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } }),
  )
  await openAs(page, surveyor, '/dashboard/deleted')
  await page.getByText('Broken').waitFor()
  expect(await page.getByText('There are no deleted surveys').count()).toBe(0)
  await page.unroute(broken)
  await press(page, 'Try again').tap()
  await page.getByText('There are no deleted surveys').waitFor()
})

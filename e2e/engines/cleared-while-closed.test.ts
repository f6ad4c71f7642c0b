import { expect } from 'vitest'
import { fillBuilding } from '../main-job.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { test } from './fixtures.ts'
import type { Page } from './page.ts'

const section = 'Property and visit'

test('unsent answers and parts return after the browser cleared the store while the app was closed, and a lost photo is named', async ({
  visit,
  surveyor,
  engine,
}) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  const fields = form(page)
  await openAs(page, surveyor, formAddress(survey))
  await fields.input('Property name').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  link.cut()
  await media(page, 'Overview').open()
  await media(page, 'Overview').pick([await photo('gate.jpg', 1)])
  await fields.syncLine.getByText(/1 change .*on this device/).waitFor()
  await media(page, 'Overview').close.click()
  await fields.input('Address').fill('12 Ridge Road')
  await fields.input('Property name').fill('Hill House')
  await fields.next('Building exterior')
  await fillBuilding(page, 'East wing', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part('Building exterior 2').waitFor()
  await fields.syncLine.getByText(/7 changes .*on this device/).waitFor()

  // WebKitGTK has no origin private file system, and under a driver it does not persist one.
  expect(await recordedIn(page)).toBe(engine.name === 'webkit' ? 'local storage' : 'file')

  await clearWhileClosed(page)
  link.mend()
  await page.goto(formAddress(survey))
  await page.getByText(/This browser cleared Fieldbook’s data on this device/).waitFor()
  await page.getByText(/6 unsent changes were restored and will be sent/).waitFor()
  await page.getByText(/1 photo \(gate\.jpg\)\. Last change: /).waitFor()
  await fields.syncLine.getByText(/On the server/).waitFor({ timeout: 3 * patience })
  const arrived = await readSurvey(surveyor, survey.id)
  const value = (name: string) => answerOf(arrived, section, name)
  expect([value('Property name').field_value, value('Address').field_value]).toEqual([
    'Hill House',
    '12 Ridge Road',
  ])
  expect(value('Property name').revision).toBe(1)
  expect(
    arrived.user_survey_sections.find((one) => one.user_survey_section_name === 'Building exterior')
      ?.user_survey_sub_sections,
  ).toHaveLength(2)
  await expect.poll(() => fields.input('Property name').inputValue()).toBe('Hill House')

  // Also on the dashboard and after the next start, until closed.
  await dashboard(page).open()
  await page.getByText(/1 photo \(gate\.jpg\)/).waitFor()
  await page.reload()
  await page.getByText(/1 photo \(gate\.jpg\)/).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Ok' }).click()
  await page.getByText(/1 photo \(gate\.jpg\)/).waitFor({ state: 'detached' })
})

/** Deletes all IndexedDB data from a page of the same origin while no page of the app is open. */
async function clearWhileClosed(page: Page): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => {
        indexedDB.deleteDatabase(name ?? '').onsuccess = done
      })
  })
}

/** Returns where the second record of unsent work is stored. */
function recordedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    if (Object.keys(localStorage).some((key) => key.startsWith('fieldbook-unsent '))) return 'local storage'
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('unsent-work')
    const names: string[] = []
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name)
    return names.length === 1 ? 'file' : `${names.length} files`
  })
}

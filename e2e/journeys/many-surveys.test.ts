import { expect } from 'vitest'
import { listMembers } from '#contract/sharing/members.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { readList, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { proven } from '../site.ts'

test('several surveys are chosen over pages, shared, downloaded and deleted at once, and brought back', async ({
  site,
  visit,
}) => {
  const [sam, dale] = [await proven(site, 'Rivera'), await proven(site, 'Cooper')]
  for (let number = 1; number <= 12; number += 1) await startSurvey(sam, { name: `Tower ${number}` })
  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, sam, '/dashboard')
  const board = dashboard(page)
  const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const bar = page.getByRole('group', { name: 'Selected surveys' })
  await choose('Tower 12').check()
  await choose('Tower 11').check()
  await bar.getByText('2 surveys selected').waitFor()
  expect(await seriousOn(page)).toEqual([])

  // The selection stays on other pages.
  await board.pager.getByRole('button', { name: 'Page 2' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByText('4 surveys selected').waitFor()

  await bar.getByRole('button', { name: 'Share' }).click()
  const shared = page.getByRole('dialog', { name: 'Share surveys' })
  await shared.getByLabel('Email').fill(dale.email)
  await shared.getByRole('button', { name: 'Add', exact: true }).click()
  await shared.getByText(`${dale.email} now has access to 4 surveys.`).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await shared.getByLabel('Email').fill(sam.email)
  await shared.getByRole('button', { name: 'Add', exact: true }).click()
  await shared.getByText('This survey is already yours.').waitFor()
  await shared.getByRole('button', { name: 'Done' }).click()
  const [first] = await readList(sam)
  const members = await sam.api.call(listMembers, { params: { id: first?.id ?? '' } })
  expect(members?.body.data.map(({ attributes }) => attributes.email)).toContain(dale.email)

  await bar.getByRole('button', { name: 'Download' }).click()
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  const files = page.getByRole('dialog', { name: 'Download surveys' })
  await files.getByRole('button', { name: 'Download PDF' }).click()
  await files.getByText('4 of 4 downloaded').waitFor()
  await expect.poll(() => names.filter((name) => name.endsWith('.pdf'))).toHaveLength(4)
  await page.keyboard.press('Escape')

  // All that the last page has goes with it.
  await bar.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete surveys' })
  await asked.getByText('4 surveys go to “Deleted surveys”').waitFor()
  await asked.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('dialog').getByText('4 surveys were deleted.').waitFor()
  await expect.poll(async () => (await readList(sam)).length).toBe(8)
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('12 surveys', { exact: false }).first().waitFor()
  await expect.poll(async () => (await readList(sam)).length).toBeGreaterThan(8)
  expect(await bar.count()).toBe(0)

  // Other accounts' surveys can be neither deleted nor shared.
  const other = await visit('desktop')
  await logIn(other, dale)
  await other.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await other.getByRole('group', { name: 'Selected surveys' }).getByRole('button', { name: 'Delete' }).click()
  await other.getByText('4 of them belong to someone else and are not changed.').waitFor()
  expect(await other.getByRole('dialog').getByRole('button', { name: 'Yes' }).count()).toBe(0)
})

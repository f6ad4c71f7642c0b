import { expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { inspection, readList, readSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'

/** They are 25 hours apart, so the date always differs. */
const late = 'Pacific/Pago_Pago'
const early = 'Pacific/Kiritimati'

function dayIn(timeZone: string, instant: string): string {
  const numbers = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', { timeZone, ...numbers }).format(new Date(instant))
}

test('a survey shows dates in its own time zone to remote readers, until its owner chooses another', async ({
  visit,
  surveyor,
}) => {
  const site = await visit('phone', { timezoneId: late })
  await openAs(site, surveyor, '/dashboard')
  await dashboard(site).create({ template: inspection, name: 'West End', owner: 'Mrs Dudley' })
  await site.getByRole('heading', { level: 2 }).first().waitFor()
  await expect.poll(async () => (await readList(surveyor)).map((one) => one.time_zone)).toEqual([late])
  const [{ id, date_created } = { id: '', date_created: '' }] = await readList(surveyor)
  const there = dayIn(late, date_created)
  const here = dayIn(early, date_created)
  expect(there).not.toBe(here)

  const page = await visit('desktop', { timezoneId: early, bypassCSP: true })
  const board = dashboard(page)
  await openAs(page, surveyor, '/dashboard')
  await board.surveys.getByText(there).first().waitFor()
  await page.goto(`/SaveAsPdf/${id}`)
  const report = page.getByRole('article', { name: 'West End' })
  await report.getByText('Samoa Standard Time').waitFor()
  await report.getByText(there).first().waitFor()
  expect(await report.getByText(here).count()).toBe(0)

  const link = await surveyor.api.call(generateLink, { body: { link_share_id: id } })
  if (link?.status !== 200 && link?.status !== 201) throw new Error('No link')
  const guest = await visit('phone', { timezoneId: early })
  await guest.goto(new URL(link.body.data.shareable_link).pathname)
  await guest.getByText('Samoa Standard Time').first().waitFor()
  await guest.getByText(there).first().waitFor()

  await board.open()
  await board.surveys.getByText('West End', { exact: true }).click()
  await board.dialog.getByText('Samoa Standard Time').waitFor()
  await board.dialog.getByRole('button', { name: 'Rename and report options for West End' }).click()
  const zone = board.dialog.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Kiritimati')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  await board.dialog.getByText('Line Islands Time.').waitFor()
  expect.soft(await seriousOn(page)).toEqual([])
  await board.dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(async () => (await readSurvey(surveyor, id)).time_zone).toBe(early)
  await board.surveys.getByText(here).first().waitFor()
})

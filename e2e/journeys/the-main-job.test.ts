import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { guestInfo } from '#contract/sharing/guests.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { completeSurvey, person, signUp, takeDownloads } from '../main-job.ts'
import { watchConsole } from '../page-log.ts'
import { dashboard } from '../screens/dashboard.ts'
import { downloads } from '../screens/downloads.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'
import { usually } from '../sizes.ts'

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('a surveyor fills a survey, shares it and revokes the link', async ({ site, visit }) => {
    const page = await visit(size, { permissions: ['clipboard-read', 'clipboard-write'] })
    const complaints = watchConsole(page)
    await signUp(page, { ...person, email: `${size}-${person.email}` })
    await page.getByText('No Data Found, start by creating survey').waitFor()

    await completeSurvey(page)
    await takeDownloads(page)
    const link = await share(page)

    const reader = await visit(size === 'phone' ? 'desktop' : 'phone')
    const readerComplaints = watchConsole(reader)
    await readAsGuest(reader, link)
    expect(readerComplaints.lines()).toEqual([])

    await sharing(page).revoke()
    await page.getByText('Access to the shared report has been revoked.').waitFor()
    await reader.reload()
    await guest(reader).expired.waitFor()
    expect(await reader.getByText('12 Ridge Road').count()).toBe(0)
    const linkId = new URL(link).pathname.split('/').at(-1) ?? ''
    const refused = await new HttpApi(site.address).call(guestInfo, { query: { guest_survey_id: linkId } })
    expect(refused?.status).toBe(410)
    expect(complaints.lines()).toEqual([])
  })
})

async function share(page: Page): Promise<string> {
  await dashboard(page).choose('Share', 'Hill House')
  await sharing(page).copy()
  await sharing(page).said.getByText('Your have successfully copied the link').waitFor()
  const address = await sharing(page).address()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  return address
}

async function readAsGuest(page: Page, link: string): Promise<void> {
  const report = guest(page)
  await page.goto(link)
  await report.title.waitFor()
  await report.info.getByText('Hill House').waitFor()
  await report.heading('Property and visit').waitFor()
  await report.value('Address').getByText('12 Ridge Road').waitFor()
  expect(await report.previous.isDisabled()).toBe(true)

  await report.photo('Front gate').click()
  const large = page.getByRole('img', { name: 'Front gate' })
  await large.waitFor()
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600)
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })

  await report.next.click()
  await report.heading('Building exterior').waitFor()
  await page.getByRole('heading', { name: 'West wing' }).waitFor()
  await report.previous.click()
  await report.heading('Property and visit').waitFor()
  expect((await downloads(page).pdf()).text).toContain('12 Ridge Road')
  expect((await downloads(page).zip()).entries.length).toBe(2)
}

import { expect } from 'vitest'
import { guestInfo } from '#contract/sharing/guests.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { focused } from '../keyboard.ts'
import { closeByKey, completeSurvey, person, signUp, takeDownloads } from '../main-job.ts'
import { dashboard } from '../screens/dashboard.ts'
import { guest } from '../screens/guest.ts'
import { sharing } from '../screens/sharing.ts'
import { test } from './fixtures.ts'
import { expectEmptyDate } from './painted.ts'

test('a surveyor signs up, fills a survey with repeats and a photo, and shares it with a guest', async ({
  site,
  visit,
  engine,
}) => {
  const { page } = await visit('phone')
  await signUp(page, person)
  await completeSurvey(page)
  await takeDownloads(page)

  await dashboard(page).choose('Share', 'Hill House')
  const link = await sharing(page).address()
  await closeByKey(page, sharing(page).dialog)
  await focused(dashboard(page).surveys.getByRole('link', { name: 'Hill House' }))
  await dashboard(page).choose('Share', 'Hill House')
  expect(await sharing(page).address()).toBe(link)
  const { page: reader } = await visit('desktop')
  await reader.goto(link)
  const report = guest(reader)
  await report.info.getByText('Hill House').waitFor()
  await report.value('Address').getByText('12 Ridge Road').waitFor()
  await report.photo('Front gate').click()
  const large = reader.getByRole('img', { name: 'Front gate' })
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600)
  await closeByKey(reader, large)
  await focused(report.photo('Front gate'))
  await report.next.click()
  await reader.getByRole('heading', { name: 'West wing' }).waitFor()

  await sharing(page).revoke()
  await page.getByText('Access to the shared report has been revoked.').waitFor()
  await expectEmptyDate(page, page.getByLabel('End date'), engine)
  await reader.reload()
  await report.expired.waitFor()
  const linkId = new URL(link).pathname.split('/').at(-1) ?? ''
  const refused = await new HttpApi(site.address).call(guestInfo, { query: { guest_survey_id: linkId } })
  expect(refused?.status).toBe(410)
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import type { Locator } from '../engines/page.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const field = 'Overview'

/** Opens a survey with a photo from another device, and adds one; both are stored on this device. */
async function withTwoPhotos(page: Page, surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  await attachPhoto(surveyor, survey, await photo('elsewhere.jpg', 1))
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  await media(page, field).open()
  await media(page, field).pick([await photo('here.jpg', 2)])
  await media(page, field).uploaded()
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await expect.poll(() => kept(page), { timeout: 2 * patience }).toEqual({ pictures: 2, shown: 2 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return survey
}

/** A picture not viewed before going offline. */
function kept(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('fieldbook')
    const done = (request: IDBRequest) =>
      new Promise<void>((resolve) => {
        request.onsuccess = () => resolve()
      })
    await done(opened)
    const counts: Record<string, number> = {}
    for (const store of ['pictures', 'shown']) {
      const count = opened.result.transaction(store).objectStore(store).count()
      await done(count)
      counts[store] = count.result
    }
    opened.result.close()
    return counts
  })
}

/** Returns each rendered picture's width; 0 = broken. */
function widths(pictures: Locator): Promise<number[]> {
  return pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
}

async function drawn(pictures: Locator, count: number): Promise<void> {
  await expect.poll(async () => (await widths(pictures)).filter((width) => width > 0).length).toBe(count)
  expect(await pictures.count()).toBe(count)
}

/** Prints the report, which waits for all its pictures; returns its text. */
async function printReport(page: Page, id: string, pictures: number): Promise<string | null> {
  await page.goto(`/SaveAsPdf/${id}`)
  const report = page.getByRole('article', { name: 'Hill House' })
  await report.waitFor()
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true')
  })
  await page.getByRole('button', { name: 'Print or download' }).click()
  await page.locator('html[data-printed]').waitFor({ state: 'attached' })
  await drawn(report.locator('figure img'), pictures)
  return report.textContent()
}

test('with the server dead, sent and unsent photos are viewed, and the report is printed with them', async ({
  site,
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { serviceWorkers: 'allow' })
  const survey = await withTwoPhotos(page, surveyor)
  await site.kill()
  await media(page, field).open()
  await media(page, field).pick([await photo('waits.jpg', 3)])
  await media(page, field).close.click()
  await media(page, field).dialog.waitFor({ state: 'hidden' })

  await page.reload()
  await drawn(media(page, field).photos.locator('img'), 3)
  await media(page, field).photos.first().click()
  const viewer = page.getByRole('dialog', { name: 'Photos and videos' })
  for (const next of [1, 2, 3]) {
    const slide = viewer.locator('.yarl__slide_current img')
    await expect.poll(() => widths(slide)).toEqual([1600])
    if (next < 3) await viewer.getByRole('button', { name: 'Next' }).click()
  }
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })

  const report = await printReport(page, survey.id, 3)
  expect(report).toMatch(/Made on this device on .*; 1 change had not reached the server\./)
  const bytes = await page.pdf({ tagged: true })
  const pdf = await readPdf(bytes)
  expect(pdf.text).toContain('1 change had not reached the server.')
  for (const name of ['Hill House', 'Front gate', 'Photo 1', 'Photo 2', 'Photo 3'])
    expect(pdf.text).toContain(name)
  expect(bytes.toString('latin1').match(/\/Subtype\s*\/Image/g)).toHaveLength(3)

  await site.restart()
  const arrived = async () => (await readSurvey(surveyor, survey.id)).user_survey_sections.length
  await expect.poll(arrived, { timeout: 2 * patience }).toBeGreaterThan(0)
  await page.goto(formAddress(survey))
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })
  // The device's own report equals the server's, word for word.
  const own = await printReport(page, survey.id, 3)
  expect(own).not.toContain('Made on this device')
  const elsewhere = await visit('phone')
  await openAs(elsewhere, surveyor, '/dashboard')
  expect(await printReport(elsewhere, survey.id, 3)).toBe(own)
})

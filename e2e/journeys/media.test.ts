import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Size } from '../chromium.ts'
import { test, type Visit } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { gif, heic, photo, png, video } from '../pictures.ts'
import { answerOf, attachPhoto, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media, type PickedFile } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const megabyte = 1024 * 1024

/** Opens a survey at its first section, with the server's list of its photos. */
async function openForm(visit: Visit, size: Size, surveyor: Surveyor, made?: SurveyDetail) {
  const survey = made ?? (await startSurvey(surveyor))
  const page = await visit(size)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview')
  return { page, field: media(page, 'Overview'), stored }
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('several files upload at once, are captioned, viewed and deleted', async ({ visit, surveyor }) => {
    const { page, field, stored } = await openForm(visit, size, surveyor)
    await field.open()
    await field.pick([await photo('a.jpg', 1), await png('b.png'), await gif('c.gif'), await video('d.mp4')])
    await field.uploaded()
    await expect.poll(() => field.photos.count()).toBe(3)
    await expect.poll(() => field.videos.count()).toBe(1)
    const { photos, videos } = await stored()
    expect([photos.length, videos.length]).toEqual([3, 1])
    // Files picked together are one of the field's ten uploads.
    expect(new Set([...photos, ...videos].map(({ media_id }) => media_id)).size).toBe(1)

    await field.describe(0, 'Front gate')
    await expect.poll(async () => (await stored()).photos[0]?.description).toBe('Front gate')
    await field.photos.first().click()
    await page.getByRole('img', { name: 'Front gate' }).waitFor()
    await page.keyboard.press('Escape')
    await field.videos.first().click()
    const unsupported = 'Your browser does not support the video tag.'
    await expect.poll(() => page.getByRole('dialog').locator('video').last().textContent()).toBe(unsupported)
    await page.keyboard.press('Escape')
    await deleteFirst(page)
    await page.getByText('Attachment file deleted successfully!').waitFor()
    await expect.poll(() => field.photos.count()).toBe(2)
    await expect.poll(async () => (await stored()).photos.length).toBe(2)
  })
})

async function deleteFirst(page: Page): Promise<void> {
  const field = media(page, 'Overview')
  await field.edit.first().click()
  const dialog = page.getByRole('dialog')
  const ask = async () => {
    await dialog.getByRole('button', { name: /^Delete / }).click()
    await dialog.getByText('Are you sure you want to delete the photo?').waitFor()
  }
  await ask()
  await dialog.getByRole('button', { name: 'No' }).click()
  await ask()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await dialog.first().waitFor({ state: 'hidden' })
}

test('a phone’s picture is converted to one that every browser shows', async ({ visit, surveyor }) => {
  const { field, stored } = await openForm(visit, 'phone', surveyor)
  await field.open()
  await field.pick([await heic('IMG_1000.HEIC')])
  await field.uploaded()
  await expect.poll(async () => (await stored()).photos[0]?.content_type).toBe('image/jpeg')
  const shown = field.photos.first().getByRole('presentation').or(field.photos.first().locator('img'))
  await expect
    .poll(() => shown.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('files are dropped onto the dialog', async ({ visit, surveyor }) => {
  const { page, field, stored } = await openForm(visit, 'desktop', surveyor)
  await field.open()
  const zone = page.getByRole('dialog').getByRole('region', { name: 'Photos and videos' })
  await drop(page, [await photo('one.jpg', 1), await photo('two.jpg', 2)], zone)
  await field.upload.click()
  await field.uploaded()
  await expect.poll(async () => (await stored()).photos.length).toBe(2)
})

/** Simulates a drop from the desktop. */
async function drop(page: Page, files: readonly PickedFile[], zone: ReturnType<Page['locator']>) {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer()
    for (const { name, mimeType, data } of all) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      made.items.add(new File([bytes], name, { type: mimeType }))
    }
    return made
  }, given)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(event, { dataTransfer: transfer })
}

test('an unsupported file is rejected with the reason, and the rest uploads', async ({ visit, surveyor }) => {
  const { field, stored } = await openForm(visit, 'phone', surveyor)
  await field.open()
  await field.pick([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }])
  await field.refusal.getByText('Invalid file format.').waitFor()
  await using folder = await largeFiles({ 'large.jpg': 10 * megabyte + 1, 'film.mp4': 20 * megabyte + 1 })
  await field.pick([folder.path('large.jpg')])
  await field.refusal
    .getByText('Name large.jpg file size exceeds maximum limit. Maximum allowed file size is 10 MB')
    .waitFor()
  await field.pick([folder.path('film.mp4')])
  await field.refusal
    .getByText('Name film.mp4 file size exceeds maximum limit. Maximum allowed file size is 20 MB')
    .waitFor()
  expect((await stored()).photos).toEqual([])

  const small = await png('small.png')
  await field.pick(Array.from({ length: 11 }, (_, at) => ({ ...small, name: `small-${at}.png` })))
  await field.refusal.getByText('At most 10 files can be uploaded at once.').waitFor()
  await expect.poll(async () => (await stored()).photos.length).toBe(10)
  await expect.poll(() => field.queue.count()).toBe(10)
})

test('a waiting file is removed before it uploads', async ({ visit, surveyor }) => {
  const { page, field, stored } = await openForm(visit, 'phone', surveyor)
  await field.open()
  await page.context().setOffline(true)
  await field.pick([await photo('keep.jpg', 1), await photo('drop.jpg', 2), await video('drop.mp4')])
  await expect.poll(() => field.queue.count()).toBe(3)
  await field.dialog.getByRole('button', { name: 'Remove drop.mp4' }).click()
  await field.said.getByText('File drop.mp4 removed from videos.').waitFor()
  await field.dialog.getByRole('button', { name: 'Remove drop.jpg' }).click()
  await field.said.getByText('File drop.jpg removed from pictures.').waitFor()
  await expect.poll(() => field.queue.count()).toBe(1)
  await page.context().setOffline(false)
  await field.uploaded()
  expect((await stored()).photos.length).toBe(1)
  expect(await field.photos.count()).toBe(1)
})

test('after a network failure, a restarted upload does not close the dialog again', async ({
  visit,
  surveyor,
}) => {
  const { page, field, stored } = await openForm(visit, 'phone', surveyor)
  const calls = '**/bx_block_survey/**'
  await page.route(calls, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await form(page).input('Property name').fill('Hill House')
  await field.open()
  await field.pick([await photo('1.jpg', 1)])
  const leave = field.dialog.getByRole('button', { name: /^(Done|Continue in the background)$/ })
  await expect.poll(() => leave.isDisabled()).toBe(false)

  // The failed file gets through now, and the photo uploads for the first time.
  const begun = Promise.withResolvers<void>()
  await page.route(calls, (route) => {
    if (!route.request().url().includes('user_survey_media')) return route.continue()
    begun.resolve()
  })
  await begun.promise
  await field.queue.getByText(/%/).waitFor()
  expect(await leave.isDisabled()).toBe(false)
  await leave.click()
  await field.dialog.waitFor({ state: 'hidden' })
  await page.unroute(calls)
  await page.reload()
  await expect.poll(async () => (await stored()).photos.length).toBe(1)
})

/** Sparse files of zeros, which take no disk space. */
async function largeFiles(sizes: Readonly<Record<string, number>>) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-large-'))
  for (const [name, size] of Object.entries(sizes)) {
    await writeFile(join(folder, name), '')
    await truncate(join(folder, name), size)
  }
  return {
    path: (name: string) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('after ten uploads the field accepts no more', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  for (let number = 1; number <= 9; number++) await attachPhoto(surveyor, survey, await png(`${number}.png`))
  const { page, field, stored } = await openForm(visit, 'desktop', surveyor, survey)
  await field.open()
  await field.dialog.getByText('1 upload left').waitFor()
  await field.pick([await png('10.png')])
  await field.dialog.getByText('File uploaded Successfully!').waitFor()
  await field.uploaded()
  await page.getByText('You have reached 10 uploads').waitFor()
  expect(await field.add.isDisabled()).toBe(true)
  expect((await stored()).photos.length).toBe(10)
})

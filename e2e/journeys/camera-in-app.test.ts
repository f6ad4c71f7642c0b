import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openWholeChromium, sizes } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { plans } from '../screens/plans.ts'
import type { Site, Surveyor } from '../site.ts'

const section = 'Property and visit'

function answer(surveyor: Surveyor, survey: string) {
  return async () => answerOf(await readSurvey(surveyor, survey), section, 'Overview')
}

/** Counts touches on the page. */
async function countTouches(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.touches = '0'
    const count = ({ pointerType }: PointerEvent) => {
      const { dataset } = document.documentElement
      if (pointerType === 'touch') dataset.touches = String(Number(dataset.touches) + 1)
    }
    document.addEventListener('pointerdown', count, true)
  })
  return async () => Number(await page.locator('html').getAttribute('data-touches'))
}

/** Runs with a phone that has a camera. */
async function withCamera(site: Site, run: (page: Page) => Promise<void>): Promise<void> {
  const chrome = await openWholeChromium(['--use-fake-device-for-media-stream'])
  try {
    const context = await chrome.newContext({
      baseURL: site.address,
      ...sizes.phone,
      permissions: ['camera'],
    })
    await run(await context.newPage())
  } finally {
    await chrome.close()
  }
}

test('three photos take three shutters and two taps: each appears in the field at once, with a caption, and uploads automatically', async ({
  site,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const stored = answer(surveyor, survey.id)
  await withCamera(site, async (page) => {
    const context = page.context()
    await openAs(page, surveyor, formAddress(survey))
    await form(page).heading(section).waitFor()
    const field = media(page, 'Overview')
    const camera = page.getByRole('dialog', { name: 'Camera: Overview' })
    const shutter = camera.getByRole('button', { name: 'Take the photo' })
    const ready = () => expect.poll(() => shutter.getAttribute('aria-disabled')).toBe('false')
    const takePhoto = page.getByRole('button', { name: 'Take a photo Overview', exact: true })
    const touches = await countTouches(page)
    await takePhoto.tap()
    await ready()
    await context.setOffline(true)
    for (const count of ['1 photo', '2 photos', '3 photos']) {
      await shutter.tap()
      await camera.getByText(count, { exact: true }).waitFor()
    }
    await camera.getByRole('button', { name: 'Close' }).tap()
    await camera.waitFor({ state: 'hidden' })
    await expect.poll(() => field.photos.count()).toBe(3)
    expect(await touches()).toBe(3 + 2)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => field.marks('On this device, waiting to be sent').count()).toBe(3)
    await field.captions.first().fill('Front gate')

    await context.setOffline(false)
    await expect.poll(async () => (await stored()).photos.length, { timeout: 120_000 }).toBe(3)
    const before = (await stored()).photos
    expect(before[0]?.description).toBe('Front gate')
    expect(new Set(before.map(({ media_id }) => media_id)).size).toBe(1)
    await expect.poll(() => field.marks('On this device, waiting to be sent').count()).toBe(0)

    // The new photo replaces the first one, including its caption.
    await field.edit.first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retake' }).tap()
    await ready()
    await shutter.tap()
    await camera.waitFor({ state: 'hidden' })
    const ids = async () => (await stored()).photos.map(({ id }) => id)
    await expect.poll(ids, { timeout: 120_000 }).not.toContain(before[0]?.id)
    const after = (await stored()).photos
    expect(after.map(({ description }) => description).toSorted()).toEqual(['', '', 'Front gate'])
  })
})

test('a floor plan is photographed with the app’s camera: one tap opens it, the shutter adds the plan', async ({
  site,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  await withCamera(site, async (page) => {
    await openAs(page, surveyor, `/survey-plans/${survey.id}`)
    const shown = plans(page)
    const camera = page.getByRole('dialog', { name: 'Camera: Floor plans' })
    const shutter = camera.getByRole('button', { name: 'Take the photo' })
    const shoot = async () => {
      await page.getByRole('button', { name: 'Add a floor plan' }).tap()
      await page.getByRole('dialog').getByRole('button', { name: 'Take a photo' }).tap()
      await expect.poll(() => shutter.getAttribute('aria-disabled')).toBe('false')
      await shutter.tap()
    }
    await shoot()
    // The camera and the dialog below it close once the plan is stored.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await shown.list.getByRole('link', { name: 'Floor plan 1', exact: true }).waitFor()
    await page.context().setOffline(true)
    await shoot()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => shown.cards.count()).toBe(2)
    await page.context().setOffline(false)
    const names = async () => (await readSurvey(surveyor, survey.id)).plans?.map(({ name }) => name)
    await expect.poll(names, { timeout: 90_000 }).toEqual(['Floor plan 1', 'Floor plan 2'])
    await shown.open('Floor plan 2')
  })
})

test('without camera access the phone’s camera app opens: its shots go straight into the field as one upload', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const stored = answer(surveyor, survey.id)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading(section).waitFor()
  const field = media(page, 'Overview')
  const takePhoto = page.getByRole('button', { name: 'Take a photo Overview', exact: true })
  // First the camera, then the note.
  const [camera, note] = [await takePhoto.boundingBox(), await form(page).input('Overview').boundingBox()]
  expect(camera?.y).toBeLessThan(note?.y ?? 0)
  const shoot = async (seed: number, open: () => Promise<void>) => {
    const chooser = page.waitForEvent('filechooser')
    await open()
    await (await chooser).setFiles([await photo(`IMG_${seed}.jpg`, seed)])
    // The camera is another app: the page only sees the return.
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }
  for (const seed of [1, 2, 3]) {
    await shoot(seed, () => takePhoto.tap())
    await expect.poll(() => field.photos.count()).toBe(seed)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  const dialog = page.getByRole('dialog')
  await field.edit.nth(1).click()
  await shoot(4, () => dialog.getByRole('button', { name: 'Retake' }).tap())
  await expect.poll(() => field.captions.count()).toBe(3)
  const drawn = () =>
    field.photos
      .locator('img')
      .evaluateAll((images) => images.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)
  await expect.poll(drawn).toBe(3)
  expect((await stored()).photos).toEqual([])

  // Each is captioned and rotated beside its picture, one after the other.
  await field.edit.first().click()
  await dialog.getByText('1 of 3', { exact: true }).waitFor()
  const caption = dialog.getByRole('textbox', { name: /^Caption of/ })
  await caption.fill('Front gate')
  const shape = () =>
    dialog.locator('img').evaluate((one) => {
      const { naturalWidth: width, naturalHeight: height } = one as HTMLImageElement
      return width === 0 ? 'none' : width > height ? 'wide' : 'tall'
    })
  await expect.poll(shape).toBe('wide')
  await dialog.getByRole('button', { name: 'Rotate' }).tap()
  await expect.poll(shape).toBe('tall')
  await dialog.getByRole('button', { name: 'Next photo or video' }).tap()
  await dialog.getByText('2 of 3', { exact: true }).waitFor()
  expect(await caption.inputValue()).toBe('')
  await caption.fill('Mailboxes')
  await dialog.getByRole('button', { name: 'Done' }).tap()

  // No more shots: leaving the page sends them.
  await page.goto('/dashboard')
  const captions = async () => (await stored()).photos.map(({ description }) => description)
  await expect.poll(captions, { timeout: 90_000 }).toEqual(['Front gate', 'Mailboxes', ''])
  const { photos } = await stored()
  expect(new Set(photos.map(({ media_id }) => media_id)).size).toBe(1)
})

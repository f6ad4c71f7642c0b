import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { describedOnDevice } from '../described.ts'
import { test, type Visit } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo, png } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const noCamera =
  "No Camera Access: We don't have access to the camera. We need access to perform this action."
const noGallery = "No Gallery Access: We don't have access to the gallery. We need access to upload files."

async function openForm(visit: Visit, size: 'phone' | 'desktop', surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  const page = await visit(size, { bypassCSP: true })
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const field = media(page, 'Overview')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview')
  return { page, field, survey, stored }
}

describe('camera and gallery of a phone', () => {
  test('permission is asked once; a denial is explained and leads back', async ({ visit, surveyor }) => {
    const { page, field, stored } = await openForm(visit, 'phone', surveyor)
    await field.open()
    const press = (name: string) => field.dialog.getByRole('button', { name, exact: true }).click()
    await press('Choose from the gallery')
    await field.dialog.getByText('Allow Fieldbook to open the gallery?').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await press('Deny')
    await field.refusal.getByText(noGallery).waitFor()
    await press('Back')
    const gallery = field.dialog.getByRole('button', { name: 'Choose from the gallery' })
    await expect.poll(() => gallery.evaluate((button) => button === document.activeElement)).toBe(true)
    await press('Take a photo')
    await press('Deny')
    await field.refusal.getByText(noCamera).waitFor()
    expect(await seriousOn(page)).toEqual([])
    await press('Ask again')
    const opened = page.waitForEvent('filechooser')
    await press('Allow')
    await (await opened).setFiles([await photo('taken.jpg', 1)])
    // A photo from the camera needs no further step.
    await field.uploaded()
    await expect.poll(() => field.photos.count()).toBe(1)
    await field.open()
    const again = page.waitForEvent('filechooser')
    await press('Record a video')
    await again
    await press('Choose from the gallery')
    await press('Deny')
    await field.dialog.getByRole('link', { name: 'Back to the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await expect.poll(async () => (await stored()).photos.length).toBe(1)
  })

  test('a caption is stored on the device with each key', async ({ visit, surveyor }) => {
    const { page, field } = await openForm(visit, 'phone', surveyor)
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo Overview', exact: true }).click()
    await (await opened).setFiles([await photo('taken.jpg', 1)])
    await field.captions.first().pressSequentially('Rusty gate')
    await expect.poll(() => describedOnDevice(page)).toEqual(['Rusty gate'])
    // The caption has the caret until the page is gone.
    await page.reload()
    await expect.poll(() => field.captions.first().inputValue()).toBe('Rusty gate')
  })
})

test('on a wide screen files wait for the upload, each with a caption', async ({ visit, surveyor }) => {
  const { page, field, stored } = await openForm(visit, 'desktop', surveyor)
  await field.open()
  const same = { ...(await png('same.png')), name: 'gate.jpg' }
  await field.choose([await photo('gate.jpg', 1), same, await photo('away.jpg', 3)])
  await expect.poll(() => field.queue.count()).toBe(3)
  await field.queue.nth(1).getByRole('textbox', { name: 'Caption of gate.jpg' }).fill('Gate, closed')
  await field.dialog.getByRole('button', { name: 'Remove away.jpg' }).click()
  await field.said.getByText('File away.jpg removed from pictures.').waitFor()
  await page.keyboard.press('Escape')
  await field.said.getByText('Upload the files or remove them first.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await field.upload.click()
  await field.upload.waitFor({ state: 'hidden' })
  expect(await field.said.getByText('Upload the files or remove them first.').count()).toBe(0)
  await field.said.getByText('File uploaded Successfully!').waitFor()
  await field.uploaded()
  await expect.poll(() => field.add.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await stored()).photos.map(({ description }) => description)).toEqual(['', 'Gate, closed'])
})

test('a caption typed while the photo uploads is stored', async ({ visit, surveyor }) => {
  const { page, field, stored } = await openForm(visit, 'phone', surveyor)
  await field.open()
  await field.pick([await photo('roof.jpg', 1)])
  const description = field.queue.getByRole('textbox', { name: 'Caption of roof.jpg' })
  await description.fill('Roof from the yard')
  await field.said.getByText('File uploaded Successfully!').waitFor()
  expect(await field.dialog.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await field.uploaded()
  await expect.poll(async () => (await stored()).photos[0]?.description).toBe('Roof from the yard')
})

describe('/UploadNewPhotoMobile', () => {
  test('without a field, it offers the choice of one, and opens it once the photo is added', async ({
    visit,
    surveyor,
  }) => {
    const { page, stored } = await openForm(visit, 'phone', surveyor)
    await page.goto('/UploadNewPhotoMobile')
    const survey = page.getByLabel('Survey', { exact: true })
    await survey.waitFor()
    expect(await seriousOn(page)).toEqual([])
    await survey.selectOption({ label: 'Hill House · Mrs Dudley' })
    await page.getByLabel('Section').selectOption('Property and visit')
    await page.getByLabel('Field').selectOption('Overview')
    await page.getByRole('button', { name: 'Choose from the gallery' }).click()
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    const chooser = await opened

    // The camera unloads the page here: the next start returns to this choice.
    const before = new URL(page.url())
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await other.waitForURL((url) => url.pathname + url.search === before.pathname + before.search)
    await other.getByRole('button', { name: 'Take a photo' }).waitFor()
    await other.close()

    await chooser.setFiles([await photo('gate.jpg', 1)])
    await form(page).heading('Property and visit').waitFor()
    await expect.poll(() => media(page, 'Overview').photos.count()).toBe(1)
    expect((await stored()).photos).toHaveLength(1)
  })

  test('for a field, it takes its photos, and Cancel returns to the field', async ({ visit, surveyor }) => {
    const { page, survey } = await openForm(visit, 'phone', surveyor)
    const { id } = answerOf(survey, 'Property and visit', 'Overview')
    await page.goto(`/UploadNewPhotoMobile?surveyId=${survey.id}&detailId=${id}`)
    await page.getByText('Hill House · Property and visit').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await form(page).heading('Property and visit').waitFor()
    await page.goto(`/UploadNewPhotoMobile?surveyId=${id}`)
    await page.getByText('Invalid template or section id').waitFor()
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })

  test('without a survey it says so and links to the dashboard', async ({ visit, surveyor }) => {
    const page = await visit('phone')
    await openAs(page, surveyor, '/UploadNewPhotoMobile')
    await page.getByText('There is no survey yet to add photos or videos to.').waitFor()
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })
})

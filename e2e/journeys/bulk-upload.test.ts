import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addBulkUpload, listBulkUploads } from '#contract/admin/bulk-uploads.ts'
import { limits } from '#contract/limits.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { focused, pressOn, tabTo } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, readSurvey, startSurvey } from '../scene.ts'
import { bulk, textFile } from '../screens/bulk.ts'
import { entry } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { sideways } from '../sideways.ts'
import type { Surveyor } from '../site.ts'

const calls = '**/api/bulk_uploading/**'

async function onServer({ api }: Surveyor): Promise<readonly string[]> {
  const listed = await api.call(listBulkUploads, {})
  return listed?.body.data.flatMap(({ attributes }) => attributes.files.map((file) => file.file_name)) ?? []
}

async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

test('in a cellar: files of any kind go one by one, wait out the network and a reload, and a photo gets into a survey', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { bypassCSP: true })
  const screen = bulk(page)
  await openAs(page, surveyor, '/Home')
  await page.getByRole('link', { name: /^Bulk upload/ }).tap()
  await screen.earlier.getByText('No uploads yet.').waitFor()
  expect(await seriousOn(page)).toEqual([])

  const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(limits.bulkFileBytes + 1) }
  await screen.pick([textFile('notes.txt'), film, await photo('gate.jpg')])
  await screen.dialog.getByText('film.mp4 is too large. Allowed maximum size is 10MB!').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await screen.dialog.getByRole('button', { name: 'Ok' }).tap()
  await screen.row('gate.jpg').getByText('Ready to upload').waitFor()
  expect([await screen.rows.count(), await onServer(surveyor)]).toEqual([2, []])

  // The network goes, and a page that is left forgets nothing.
  await page.context().route(calls, (route) => route.abort())
  await screen.submit.tap()
  await screen.queue.getByText('No connection to the server.').waitFor()
  await screen.row('notes.txt').getByText('Waiting for a connection').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await expectFits(page)
  await page.getByRole('link', { name: /2 changes wait since .* Open data storage/ }).tap()
  await page.getByRole('link', { name: '2 files for bulk upload' }).tap()
  await screen.row('notes.txt').getByText('Waiting for a connection').waitFor()
  await page.reload()
  await screen.row('gate.jpg').getByText('Waiting for a connection').waitFor()
  await screen.earlier.getByText('Error fetching data: ').waitFor()
  await page.context().unroute(calls)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await screen.queue.getByText('File uploaded Successfully! 2 files: 2 uploaded').waitFor()
  await screen.row('gate.jpg').getByText('Successful uploaded!').waitFor()
  expect(await onServer(surveyor)).toEqual(['gate.jpg', 'notes.txt'])

  // Shows a server failure, and retries only the failed upload.
  const added = new URL(`/api${addBulkUpload.path}`, page.url()).href
  await page.route(added, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } })
      : route.fallback(),
  )
  await screen.pick([textFile('later.txt')])
  await screen.submit.tap()
  await screen.dialog.getByText('SomeThing Went Wrong').waitFor()
  await screen.dialog.getByRole('button', { name: 'Ok' }).tap()
  await screen.row('later.txt').getByText('SomeThing Went Wrong').waitFor()
  await page.unroute(added)
  await page.getByRole('button', { name: 'Try again: later.txt' }).tap()
  await screen.row('later.txt').getByText('Successful uploaded!').waitFor()
  await screen.clear.tap()
  await screen.queue.getByText('All files removed from the list.').waitFor()

  await screen.links.nth(2).waitFor()
  expect(await screen.links.allInnerTexts()).toEqual(['later.txt', 'gate.jpg', 'notes.txt'])
  await expectFits(page)
  expect(await seriousOn(page)).toEqual([])
  const given = page.waitForEvent('download')
  await screen.links.last().tap()
  const download = await given
  expect(download.suggestedFilename()).toBe('notes.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('of notes.txt')

  await page.getByRole('link', { name: 'Add to a survey: gate.jpg' }).tap()
  await page.getByText('gate.jpg will be added to the field you choose.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.getByLabel('Survey', { exact: true }).selectOption({ label: 'Hill House · Mrs Dudley' })
  await page.getByLabel('Section').selectOption('Property and visit')
  await page.getByLabel('Field').selectOption('Overview')
  await form(page).heading('Property and visit').waitFor()
  const photos = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').photos.map(
      ({ filename }) => filename,
    )
  await expect.poll(photos).toEqual(['gate.jpg'])
  // One step back is the choice of before, which names the file no longer.
  await page.goBack()
  await page.getByRole('button', { name: 'Choose from the gallery' }).waitFor()
  expect([await photos(), new URL(page.url()).searchParams.has('attachmentId')]).toEqual([
    ['gate.jpg'],
    false,
  ])
})

test('at a desk: by keyboard from the alert at the login to the deleted upload', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop', { bypassCSP: true, colorScheme: 'dark' })
  const screen = bulk(page)
  await page.goto('/BulkUploading')
  await page.getByRole('dialog', { name: 'Alert', exact: true }).getByText('Please login first.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await focused(screen.dialog.getByRole('button', { name: 'Ok' }))
  await page.keyboard.press('Enter')
  await screen.dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await entry(page).email.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('Please login first.').count()).toBe(0)
  await entry(page).give(surveyor)
  await screen.heading.waitFor()

  const opened = page.waitForEvent('filechooser')
  await pressOn(page, 'Choose files')
  await (await opened).setFiles([textFile('a.txt'), textFile('b.txt')])
  await screen.row('b.txt').getByText('Ready to upload').waitFor()
  await pressOn(page, 'Remove b.txt')
  await expect.poll(() => screen.rows.count()).toBe(1)
  await tabTo(page, 'Choose files')
  await pressOn(page, 'Submit')
  await screen.queue.getByText('File uploaded Successfully! 1 file: 1 uploaded').waitFor()
  await screen.links.waitFor()
  expect(await seriousOn(page)).toEqual([])

  await tabTo(page, 'Choose files')
  await pressOn(page, 'Delete a.txt')
  await screen.dialog.getByText('Are you sure you want to delete a.txt?').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await pressOn(page, 'Yes')
  await screen.earlier.getByText('Attachment file deleted successfully!').waitFor()
  await screen.earlier.getByText('No uploads yet.').waitFor()
  expect(await onServer(surveyor)).toEqual([])

  const spanish = await visit('phone', { bypassCSP: true, locale: 'es-MX' })
  await spanish.goto('/BulkUploading')
  await spanish.getByRole('dialog').getByText('Primero inicie sesión.').waitFor()
  await spanish.getByRole('button', { name: 'Aceptar' }).tap()
  await spanish.getByLabel('Correo electrónico').fill(surveyor.email)
  await spanish.getByLabel('Contraseña', { exact: true }).fill(surveyor.password)
  await spanish.getByLabel('Contraseña', { exact: true }).press('Enter')
  await spanish.getByRole('heading', { name: 'Subida de archivos' }).waitFor()
  await spanish.getByText('Todavía no se subió nada.').waitFor()
  await expectFits(spanish)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { badFiles } from '#server/testing/bad-files.ts'
import { test, type Visit } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media, type PickedFile } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

async function openForm(visit: Visit, size: 'phone' | 'desktop', surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  const page = await visit(size)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const field = media(page, 'Overview')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview')
  return { page, field, stored }
}

async function wrong(filename: string): Promise<PickedFile> {
  const found = badFiles.find((file) => file.filename === filename)
  if (!found) throw new Error(`No such bad file: ${filename}`)
  return { name: filename, mimeType: 'image/jpeg', buffer: Buffer.from(await found.make()) }
}

test('every unsupported file is named while picking, also offline, and the good ones stay', async ({
  visit,
  surveyor,
}) => {
  const { page, field, stored } = await openForm(visit, 'phone', surveyor)
  const strangers = badFiles.filter(({ says, what }) => says === 'format' && what !== 'an empty file')
  const picked = await Promise.all(strangers.map(({ filename }) => wrong(filename)))
  await field.open()
  await page.context().setOffline(true)
  await field.pick([
    ...picked,
    await photo('gate.jpg', 1),
    await wrong('empty.jpg'),
    await photo('roof.jpg', 2),
  ])
  const names = strangers.map(({ filename }) => filename).join(', ')
  await field.refusal.getByText(`Invalid file format. (${names})`).waitFor()
  await field.refusal.getByText('The file empty.jpg cannot be read as a picture or video.').waitFor()
  await expect.poll(() => field.queue.count()).toBe(2)
  await page.context().setOffline(false)
  await field.said.getByText('File uploaded Successfully!').waitFor()
  expect((await stored()).photos).toHaveLength(2)
})

test('a file that only the server rejects is set aside with its reason, and the rest uploads', async ({
  visit,
  surveyor,
}) => {
  const { page, field, stored } = await openForm(visit, 'phone', surveyor)
  await field.open()
  const bombs = ['bomb.png', 'bomb.gif']
  const names = ['cut.jpg', ...bombs, 'loop.tif', 'none.bmp', 'cut.heic']
  const bad = await Promise.all(names.map(wrong))
  await field.pick([await photo('gate.jpg', 1), ...bad, await photo('roof.jpg', 2)])
  for (const name of names) {
    const reason = bombs.includes(name)
      ? `The picture ${name} has too many pixels.`
      : `The file ${name} cannot be read as a picture or video.`
    await field.queue.getByText(reason).waitFor()
  }
  await expect.poll(() => field.queue.getByText('Successful uploaded!').count()).toBe(2)
  expect((await stored()).photos).toHaveLength(2)
  for (const name of names) {
    const remove = field.dialog.getByRole('button', { name: `Remove ${name}` })
    await remove.click()
    // The rows below move up.
    await remove.waitFor({ state: 'hidden' })
  }
  await field.uploaded()
  await form(page).syncLine.getByText('On the server').waitFor()
  expect(await field.photos.count()).toBe(2)
})

test('a file deleted after it was picked still uploads from the device’s copy', async ({
  visit,
  surveyor,
}) => {
  const { field, stored } = await openForm(visit, 'desktop', surveyor)
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-gone-'))
  const paths = ['gone.jpg', 'here.jpg'].map((name) => join(folder, name))
  for (const [seed, path] of paths.entries()) await writeFile(path, (await photo('x.jpg', seed + 1)).buffer)
  await field.open()
  await field.choose(paths)
  await expect.poll(() => field.queue.count()).toBe(2)
  await rm(paths[0] ?? '')
  await field.upload.click()
  await field.said.getByText('File uploaded Successfully!').waitFor()
  expect((await stored()).photos).toHaveLength(2)
  await rm(folder, { recursive: true })
})

test('odd file names neither break the list nor mislead', async ({ visit, surveyor }) => {
  const { field, stored } = await openForm(visit, 'desktop', surveyor)
  const { buffer, mimeType } = await photo('x.jpg', 1)
  const names = [
    'photo\u202egnp.jpg',
    `${'a very long name '.repeat(23)}.jpg`,
    '\u{1f3da}️ attic \u{1f469}‍\u{1f692}.jpg',
    'same.jpg',
    'same.jpg',
    '<img src=x onerror=alert(1)>.jpg',
    '{count} files.jpg',
  ]
  await field.open()
  await field.choose(names.map((name) => ({ name, mimeType, buffer })))
  await expect.poll(() => field.queue.count()).toBe(names.length)
  const wide = await field.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await field.queue.getByText('photognp.jpg', { exact: true }).waitFor()
  await field.dialog.getByRole('button', { name: 'Remove {count} files.jpg' }).click()
  await field.said.getByText('File {count} files.jpg removed from pictures.').waitFor()
  await field.upload.click()
  await field.uploaded()
  expect((await stored()).photos).toHaveLength(names.length - 1)
})

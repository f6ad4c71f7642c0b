import type { Locator, Page } from 'playwright-core'
import sharp, { type Region } from 'sharp'
import { describe, expect } from 'vitest'
import { guestSection } from '#contract/sharing/guests.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Size } from '../chromium.ts'
import { test, type Visit } from '../fixtures.ts'
import { tookFocus } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { answerOf, attachPhoto, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { drawing, fingers } from '../screens/drawing.ts'
import { form } from '../screens/form.ts'
import { media, type PickedFile } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const size = { width: 1600, height: 1200 }
/** Position of the plate: a fine black and white pattern that a blur must remove completely. */
const plate = { left: 960, top: 240, width: 480, height: 360 }
const block = 12

/** A green photo with the plate on it. */
async function platePhoto(): Promise<PickedFile> {
  const pixels = Buffer.alloc(size.width * size.height * 3)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const isPlate =
        x >= plate.left && x < plate.left + plate.width && y >= plate.top && y < plate.top + plate.height
      const dark = (Math.floor(x / block) + Math.floor(y / block)) % 2 === 0
      const color = isPlate ? (dark ? [0, 0, 0] : [255, 255, 255]) : [0, 140, 0]
      pixels.set(color, 3 * (y * size.width + x))
    }
  }
  const raw = { ...size, channels: 3 } as const
  const buffer = await sharp(pixels, { raw }).jpeg({ quality: 90 }).toBuffer()
  return { name: 'plate.jpg', mimeType: 'image/jpeg', buffer }
}

interface Open {
  readonly page: Page
  readonly survey: SurveyDetail
  readonly field: ReturnType<typeof media>
  readonly pen: ReturnType<typeof drawing> & ReturnType<typeof fingers>
  readonly photo: () => Promise<ReturnType<typeof answerOf>['photos'][number] | undefined>
}

async function openForm(visit: Visit, screen: Size, surveyor: Surveyor, withPhoto = true): Promise<Open> {
  const survey = await startSurvey(surveyor)
  if (withPhoto) await attachPhoto(surveyor, survey, await platePhoto())
  const page = await visit(screen)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const photo = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').photos[0]
  return {
    page,
    survey,
    field: media(page, 'Overview'),
    pen: { ...drawing(page, size), ...fingers(page, size) },
    photo,
  }
}

/** Photos' later needs were fetched behind the form: no service worker caches them here. */
async function fetchedAhead(page: Page): Promise<void> {
  const parts = ['drawing-editor', 'rotate-photo', 'media-viewer', 'shrink.worker']
  await page.waitForFunction((names) => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return names.every((part) => fetched.some((address) => address.includes(part)))
  }, parts)
  // As text, with all dependencies, since the runner would rewrite an import.
  await page.evaluate(`Promise.all(
    performance.getEntriesByType('resource')
      .filter(({ name }) => /(editor|photo|viewer)-[^/]*\\.js$/.test(name))
      .map(({ name }) => import(name)),
  ).then(() => undefined)`)
}

/** Returns the picture at a signed address. */
async function bytesAt(site: { readonly address: string }, address: string | null | undefined) {
  const answer = await fetch(new URL(address ?? '', site.address))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** A part of a picture, in the photo's pixels; only this part is read. */
async function partOf(picture: Buffer, area: Region) {
  return sharp(await sharp(picture).resize(size).extract(area).png().toBuffer())
}

function within({ left, top, width, height }: Region, by: number): Region {
  return { left: left + by, top: top + by, width: width - 2 * by, height: height - 2 * by }
}

/**
 * Returns how visible the plate's pattern is: the spread of green inside it, unaffected by the photo's green.
 */
async function contrastOfPlate(picture: Buffer): Promise<number> {
  const { channels } = await (await partOf(picture, within(plate, 20))).stats()
  return channels[1]?.stdev ?? 0
}

async function colorAt(picture: Buffer, x: number, y: number): Promise<readonly number[]> {
  const area = {
    left: Math.round(x * size.width) - 2,
    top: Math.round(y * size.height) - 2,
    width: 4,
    height: 4,
  }
  const { channels } = await (await partOf(picture, area)).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

async function isRed(picture: Buffer, x: number, y: number): Promise<boolean> {
  const [red = 0, green = 0] = await colorAt(picture, x, y)
  return red > 180 && green < 120
}

describe.each<Size>(usually('phone'))('on a %s', (screen) => {
  test('draws on a photo, shows it everywhere, and restores it', async ({ visit, surveyor, site }) => {
    const { page, survey, field, pen, photo } = await openForm(visit, screen, surveyor)
    await pen.open(field.edit.first())
    await pen.drag('Arrow', [0.1, 0.15], [0.4, 0.35])
    await pen.shape('Arrow 1: Red').waitFor()
    await (screen === 'phone' ? pen.swipe : pen.drag)('Blur', [0.58, 0.18], [0.92, 0.52])
    await pen.shape('Blur 2').waitFor()
    await pen.choose('Text')
    await pen.tap([0.1, 0.7])
    await pen.text.fill('Leak')
    await pen.shape('Text 3: “Leak”').waitFor()
    await pen.drag('Line', [0.1, 0.9], [0.9, 0.9])
    await pen.shape('Line 4: Red').waitFor()
    await pen.undo.click()
    await expect.poll(() => pen.shape('Line 4: Red').count()).toBe(0)
    if (screen === 'phone') {
      await pen.spread()
      expect(await pen.shape(/^(Arrow|Line|Blur|Text) \d/).count()).toBe(3)
      await pen.press('Show the whole photo').click()
    }
    await pen.saved()
    await expect
      .poll(async () => (await photo())?.drawing?.shapes.map(({ kind }) => kind))
      .toEqual(['arrow', 'blur', 'text'])

    const marked = await bytesAt(site, (await photo())?.url)
    expect(await isRed(marked, 0.25, 0.25)).toBe(true)
    expect(await contrastOfPlate(marked)).toBeLessThan(12)
    expect(await contrastOfPlate(await bytesAt(site, (await photo())?.original_url))).toBeGreaterThan(100)
    await seenBy(page, field)

    await guestSees(surveyor, survey, site)

    await page.goto(`/SaveAsPdf/${survey.id}`)
    const figure = page.getByRole('article').locator('figure img').first()
    await expect.poll(async () => contrastOfPlate(await asShown(figure))).toBeLessThan(12)

    await page.goto(formAddress(survey))
    await pen.open(field.edit.first(), 'Edit drawing')
    await pen.shape('Text 3: “Leak”').waitFor()
    await pen.cancel.click()
    await pen.editor.waitFor({ state: 'hidden' })
    await field.edit.first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove drawing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect.poll(async () => (await photo())?.drawing ?? null).toBeNull()
    expect(await contrastOfPlate(await bytesAt(site, (await photo())?.url))).toBeGreaterThan(100)
  })
})

/** Returns a picture as rendered on the page. */
async function asShown(picture: Locator): Promise<Buffer> {
  const address = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** The field's list shows the marked picture, before and after a reload. */
async function seenBy(page: Page, field: ReturnType<typeof media>): Promise<void> {
  for (const again of [false, true]) {
    if (again) await page.reload()
    const image = field.photos.first().locator('img')
    await image.waitFor()
    const red = () =>
      image.evaluate(async (shown: HTMLImageElement) => {
        await shown.decode()
        const canvas = document.createElement('canvas')
        canvas.width = shown.naturalWidth
        canvas.height = shown.naturalHeight
        const context = canvas.getContext('2d')
        context?.drawImage(shown, 0, 0)
        const at = [shown.naturalWidth / 4, shown.naturalHeight / 4].map(Math.round)
        return [...(context?.getImageData((at[0] ?? 0) - 1, (at[1] ?? 0) - 1, 3, 3).data ?? [])]
      })
    await expect
      .poll(async () => Math.max(...(await red()).filter((_, n) => n % 4 === 0)))
      .toBeGreaterThan(150)
  }
}

async function guestSees(surveyor: Surveyor, survey: SurveyDetail, site: { readonly address: string }) {
  const link = await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })
  const guest_survey_id = link?.body.data.link_share_id ?? ''
  const guest_survey_section_id = survey.user_survey_sections[0]?.id ?? ''
  const read = await surveyor.api.call(guestSection, { query: { guest_survey_id, guest_survey_section_id } })
  const photos = read?.body.data.attributes.user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details.flatMap((detail) => detail.photos),
  )
  for (const address of [photos?.[0]?.url, photos?.[0]?.thumbnail_url]) {
    const picture = await bytesAt(site, address)
    expect(await contrastOfPlate(picture)).toBeLessThan(12)
    const { channels } = await (await partOf(picture, within(plate, 20))).stats()
    // Black and white became their average gray.
    for (const { min, max } of channels) expect([min > 60, max < 185]).toEqual([true, true])
  }
}

test('by keyboard: adds, moves and removes a shape, and leaving asks', async ({ visit, surveyor }) => {
  const { page, field, pen, photo } = await openForm(visit, 'desktop', surveyor)
  await field.edit.first().focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog')
  await tookFocus(opened)
  await opened.getByRole('button', { name: 'Draw' }).press('Enter')
  await tookFocus(pen.editor)
  await pen.editor.getByRole('radio', { name: 'Arrow' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await pen.press('Add at center').press('Enter')
  await pen.press('Add at center').press('Enter')
  await pen.shape('Rectangle 2: Red').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => pen.shape(/^Rectangle/).count()).toBe(1)
  await pen.shape('Rectangle 1: Red').press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your drawing?' })
  await tookFocus(question)
  await question.getByRole('button', { name: 'Keep drawing' }).press('Enter')
  await pen.save.press('Enter')
  await expect.poll(async () => (await photo())?.drawing?.shapes.length).toBe(1)
  const [shape] = (await photo())?.drawing?.shapes ?? []
  expect(shape?.x1).toBeCloseTo(0.36)
  expect(shape?.y2).toBeCloseTo(0.61)
  await pen.editor.waitFor({ state: 'hidden' })

  await field.photos.first().click()
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await pen.shape('Rectangle 1: Red').waitFor()
  await pen.cancel.click()
  await pen.editor.waitFor({ state: 'hidden' })
})

test('at 320 pixels every control is reachable by touch', async ({ visit, surveyor, site }) => {
  const { page, field, pen, photo } = await openForm(visit, 'phone', surveyor)
  await page.setViewportSize({ width: 320, height: 640 })
  await pen.open(field.edit.first())
  const controls = [
    ...(await pen.editor.getByRole('radio').all()),
    ...(await pen.editor.getByRole('button').all()),
  ]
  const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
  for (const box of boxes) {
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= 320]).toEqual([true, true])
  }
  await pen.swipe('Blur', [0.58, 0.18], [0.92, 0.52])
  await pen.saved()
  await expect.poll(async () => (await photo())?.drawing?.shapes.length).toBe(1)
  expect(await contrastOfPlate(await bytesAt(site, (await photo())?.url))).toBeLessThan(12)
})

test('a drawing made while the server is down arrives later', async ({ visit, surveyor, site }) => {
  const { field, pen, photo } = await openForm(visit, 'phone', surveyor)
  await pen.open(field.edit.first())
  await site.kill()
  await pen.swipe('Blur', [0.58, 0.18], [0.92, 0.52])
  await pen.saved()
  await field.photos.first().locator('img').waitFor()
  await site.restart()
  await expect.poll(async () => (await photo())?.drawing?.shapes.length).toBe(1)
  expect(await contrastOfPlate(await bytesAt(site, (await photo())?.url))).toBeLessThan(12)
})

test('an unsent photo is drawn on; both arrive after the page was closed', async ({
  visit,
  surveyor,
  site,
}) => {
  const { page, survey, field, pen, photo } = await openForm(visit, 'phone', surveyor, false)
  await fetchedAhead(page)
  await page.context().setOffline(true)
  await field.open()
  await field.pick([await platePhoto()])
  await expect.poll(() => field.queue.count()).toBe(1)
  await field.close.click()
  await pen.open(field.edit.first())
  await pen.swipe('Blur', [0.58, 0.18], [0.92, 0.52])
  await pen.saved()
  await page.close()
  expect(await photo()).toBeUndefined()
  const context = page.context()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto(formAddress(survey))
  await expect.poll(async () => (await photo())?.drawing?.shapes.length).toBe(1)
  expect(await contrastOfPlate(await bytesAt(site, (await photo())?.url))).toBeLessThan(12)
})

test('a photo on the server is rotated offline, drawn on, and restored', async ({
  visit,
  surveyor,
  site,
}) => {
  const { page, survey, pen, photo } = await openForm(visit, 'phone', surveyor)
  await fetchedAhead(page)
  const taken = await photo()
  const dialog = page.getByRole('dialog')
  const rotate = dialog.getByRole('button', { name: 'Rotate' })
  const caption = page.getByRole('button', { name: /^Edit or delete/ }).first()
  const shape = () =>
    dialog.locator('img').evaluate((image: HTMLImageElement) => {
      const { naturalWidth: width, naturalHeight: height } = image
      return width === 0 ? 'none' : width > height ? 'wide' : 'tall'
    })
  await caption.tap()
  await expect.poll(shape).toBe('wide')
  await page.context().setOffline(true)
  await rotate.tap()
  await expect.poll(shape).toBe('tall')
  expect((await photo())?.drawing ?? null).toBeNull()
  await page.context().setOffline(false)
  await expect.poll(async () => (await photo())?.drawing).toMatchObject({ shapes: [], turn: 90 })
  const now = await photo()
  expect(now).toMatchObject({ id: taken?.id, description: 'Front gate' })
  expect([now?.width, now?.height]).toEqual([taken?.height, taken?.width])
  // The plate was at the upper right; a quarter turn clockwise moves it down.
  const turned = await sharp(await bytesAt(site, now?.url))
    .rotate(270)
    .toBuffer()
  expect(await contrastOfPlate(turned)).toBeGreaterThan(80)

  const made = await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })
  const guest = await visit('phone')
  await guest.goto(made?.body.data.shareable_link ?? '')
  const seen = guest
    .getByRole('button', { name: /Front gate/ })
    .locator('img')
    .first()
  await seen.waitFor()
  const lies = () => seen.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth)
  await expect.poll(lies).toBe(true)

  // The drawing is on the rotated photo, and the rotation outlives the drawing.
  const lying = { ...drawing(page, { width: size.height, height: size.width }) }
  await dialog.getByRole('button', { name: 'Draw' }).tap()
  await lying.editor.locator('canvas').waitFor()
  await lying.drag('Arrow', [0.2, 0.2], [0.6, 0.4])
  await lying.saved()
  await expect
    .poll(async () => (await photo())?.drawing)
    .toMatchObject({ shapes: [{ kind: 'arrow' }], turn: 90 })
  await caption.tap()
  await dialog.getByText('To rotate the photo, remove the drawing first.').waitFor()
  expect(await rotate.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Remove drawing' }).tap()
  await dialog.getByRole('button', { name: 'Yes' }).tap()
  await expect.poll(async () => (await photo())?.drawing).toMatchObject({ shapes: [], turn: 90 })

  await caption.tap()
  for (const next of ['wide', 'tall', 'wide']) {
    await rotate.tap()
    await expect.poll(shape).toBe(next)
  }
  await expect.poll(async () => (await photo())?.drawing ?? null).toBeNull()
  expect(await contrastOfPlate(await bytesAt(site, (await photo())?.url))).toBeGreaterThan(80)
  await pen.editor.waitFor({ state: 'hidden' })
})

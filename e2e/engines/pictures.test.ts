import { expect } from 'vitest'
import { planPng } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { photo, video } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { drawing } from '../screens/drawing.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { plans } from '../screens/plans.ts'
import { test } from './fixtures.ts'
import { expectPainted } from './painted.ts'

const unit = 'Unit inspection'

test('adds a photo and draws on it, adds a plan and pins a unit on it', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  const field = media(page, 'Overview')
  await field.open()
  await field.pick([await photo('gate.jpg')])
  await field.uploaded()
  await expectPainted(page, field.photos.first(), 'The photo')
  const kept = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').photos
  await expect.poll(async () => (await kept()).map(({ filename }) => filename)).toEqual(['gate.jpg'])

  const pen = drawing(page, { width: 1600, height: 1200 })
  await pen.open(field.edit.first())
  await pen.drag('Arrow', [0.1, 0.15], [0.4, 0.35])
  await pen.shape('Arrow 1: Red').waitFor()
  await pen.drag('Blur', [0.58, 0.18], [0.92, 0.52])
  await pen.shape('Blur 2').waitFor()
  await pen.saved()
  await expect
    .poll(async () => (await kept())[0]?.drawing?.shapes.map(({ kind }) => kind))
    .toEqual(['arrow', 'blur'])

  const shown = plans(page)
  await page.getByRole('link', { name: /^Floor plans/ }).click()
  await shown.add([await planPng('Level_2.png')])
  await shown.open('Level 2')
  await expectPainted(page, shown.picture('Level 2'), 'The plan')
  await shown.tap('Level 2', 0.25, 0.25)
  await shown.choose(unit)
  await expect.poll(() => shown.rows.count()).toBe(1)
  await shown.drag(`1 ${unit}`, 'Level 2', 0.6, 0.6)
  const pins = async () => {
    const [plan] = (await readSurvey(surveyor, survey.id)).plans ?? []
    return plan?.pins.map(({ x, y }) => [x, y].map((share) => Math.round((share ?? 0) * 20) / 20))
  }
  await expect.poll(pins).toEqual([[0.6, 0.6]])
  await page.goBack()
  await page.goBack()
  await form(page).heading('Property and visit').waitFor()
  await field.photos.first().waitFor()

  // Offline, the browser must create the videos' posters itself.
  link.cut()
  const films = ['1.mp4', '2.mp4', '3.mp4']
  await field.open()
  await field.pick(await Promise.all(films.map((name) => video(name))))
  await field.queue.nth(films.length - 1).waitFor()
  await field.close.click()
  await field.dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => field.videos.count()).toBe(films.length)
  for (const film of await field.videos.all())
    await expect.poll(() => film.evaluate(brightnessOf), { message: 'Its still' }).toBeGreaterThan(40)
})

/** Runs in the page: returns the mean of all values of its picture, of 255; -1 without one. */
function brightnessOf(node: HTMLElement): number {
  const picture = node.querySelector('img')
  if (!picture?.complete || picture.naturalWidth === 0) return -1
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  const pen = canvas.getContext('2d')
  if (!pen) return -1
  pen.drawImage(picture, 0, 0)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const colours = data.filter((_, at) => at % 4 < 3)
  return colours.reduce((sum, value) => sum + value, 0) / colours.length
}

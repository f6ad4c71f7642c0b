import { expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Page } from './engines/page.ts'
import { tookFocus } from './keyboard.ts'
import { photo, video } from './pictures.ts'
import { startSurvey } from './scene.ts'
import { fields } from './screens/fields.ts'
import { form, problemOf } from './screens/form.ts'
import { media, type PickedFile } from './screens/media.ts'
import type { Surveyor } from './site.ts'

const isFocused = (element: Element) => element === document.activeElement

/** Creates a survey of the template that has every field type, through the API. */
export function startAcceptance(surveyor: Surveyor): Promise<SurveyDetail> {
  return startSurvey(surveyor, { templateName: 'Telecom closet acceptance' })
}

export async function visitSite(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await page.getByRole('note').getByText('Before you begin').waitFor()
  await survey.input('Property name').fill('Hill House')
  await survey.input('Building').fill('East wing')
  await more.labelled('Date of the inspection').fill('2026-05-01')
  await more.button('Now: Arrived on site').click()
  const entrance = more.group('GPS location of the entrance')
  await entrance.getByRole('button', { name: 'Use my location' }).click()
  await entrance.getByText('Accurate to ±4 m').waitFor()
  expect(await entrance.getByRole('textbox').inputValue()).toBe('40.712800, -74.006000')
  // Like a barcode scanner that acts as a keyboard.
  await survey.input('Work order').pressSequentially('WO-1234')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('radio', { name: 'New build' }).evaluate(isFocused)).toBe(true)
  await survey.press('Type of work', 'New build')
  await survey.input('Scope of work').fill('First line\nSecond line')
  await more.button('Now: Building closes at').click()
  await more.labelled('Building closes at').fill('18:30')
}

export async function measureCloset(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Telecom closet')
  await survey.input('Closet name or number').fill('IDF 3')
  await survey.input('Length').pressSequentially('10.5')
  expect(await survey.input('Length').inputValue()).toBe('10.5')
  await survey.input('Width').fill('8')
  await expect.poll(() => more.output('Area').textContent()).toBe('84 ft²')
  const temperature = survey.input('Temperature')
  await temperature.fill('170')
  await more.button('Change the sign of Temperature').click()
  expect(await temperature.inputValue()).toBe('-170')
  await survey.input('Width').focus()
  await expect.poll(() => problemOf(temperature).textContent()).toBe('Please enter a number from -40 to 160.')
  await temperature.fill('-7.5')
  const bonded = more.group('TGB/PBB present and bonded')
  await bonded.getByText('No', { exact: true }).click()
  await bonded.getByRole('textbox', { name: 'Reason' }).fill('Bar is there, bond is missing')
  await bonded.getByText('Yes', { exact: true }).click()
  await bonded.getByText('No', { exact: true }).click()
  expect(await bonded.getByRole('textbox', { name: 'Reason' }).inputValue()).toContain('bond is missing')
  await survey.press('Penetrations firestopped', 'Yes')
  await photographCloset(page)
  await rateOrder(page)
}

/** One photo is too few; the second one completes the answer. */
async function photographCloset(page: Page): Promise<void> {
  const question = fields(page).group('Closet photos')
  const { photos, ...closet } = media(page, 'Closet photos')
  await question.getByText('0 of at least 2').waitFor()
  await addFiles(closet, await photo('rack.jpg', 1))
  await question.getByText('1 of at least 2').waitFor()
  await question.getByText('Add at least 2 photos.').waitFor()
  await addFiles(closet, await photo('ground-bar.jpg', 2))
  await question.getByText('2 of at least 2').waitFor()
  await expect.poll(() => question.getByText('Add at least 2 photos.').count()).toBe(0)
  expect(await photos.count()).toBe(2)
}

async function addFiles(field: Omit<ReturnType<typeof media>, 'photos'>, file: PickedFile): Promise<void> {
  await field.open()
  await field.pick([file])
  await field.uploaded()
}

/** Rates by a tap, clears it, and rates by keys. */
async function rateOrder(page: Page): Promise<void> {
  const order = fields(page).group('Cable management')
  const rate = (name: string) => order.getByRole('radio', { name })
  await rate('2 of 5').click()
  await order.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => rate('2 of 5').isChecked()).toBe(false)
  await rate('3 of 5').click()
  await rate('3 of 5').press('ArrowRight')
  await expect.poll(() => rate('4 of 5').isChecked()).toBe(true)
}

export async function testLink(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Fiber link')
  await survey.input('From and to').fill('MDF to IDF 3')
  await survey.choose('Fiber type', 'OM4')
  await survey.input('Length of the link').fill('1000')
  await survey.input('Connector pairs').fill('2')
  await survey.choose('Test wavelength', '850 nm')
  await survey.input('Measured loss, A to B').fill('1.99')
  await expect.poll(() => more.output('Margin').textContent()).toBe('0.42 dB')
  await more.labelled('Tested at').fill('2026-05-01T13:30')
}

export async function accept(page: Page): Promise<void> {
  const survey = form(page)
  const more = fields(page)
  await survey.next('Acceptance')
  expect(await more.output('Closets').textContent()).toBe('1')
  expect(await more.output('Area of all closets').textContent()).toBe('84 ft²')
  await survey.press('Work accepted', 'Yes')
  await addFiles(media(page, 'Video of the finished work'), await video('tour.mp4'))
  await more.sign('Surveyor', 'Sam Rivera')
  // With the keyboard only: a typed name in place of a drawn signature.
  await more.group('Owner or representative').getByRole('button', { name: 'Sign here' }).press('Enter')
  await tookFocus(more.dialog)
  await more.dialog.getByLabel('Name of the person signing').pressSequentially('Eleanor Dudley')
  await more.dialog.getByRole('button', { name: 'Sign with this name' }).press('Enter')
  await more.dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await more.group('Owner or representative').getByText('(typed)').waitFor()
}

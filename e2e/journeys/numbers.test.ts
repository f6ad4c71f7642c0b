import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, readSurvey, startSurvey, wiring } from '../scene.ts'
import { form, problemOf } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

const section = 'Midrise or highrise floor info'
const length = 'Corridor length (ft)'
const height = 'Corridor ceiling height (ft)'
const run = 'Longest run to a unit (ft)'
const sleeves = 'Number of riser sleeves'

function address(survey: SurveyDetail, name = section): string {
  const { id } = survey.user_survey_sections.find((one) => one.user_survey_section_name === name) ?? {}
  return `/survey/${survey.survey_template_id}/${survey.id}/${id}`
}

/** Returns the fields' values on the server. */
async function kept(surveyor: Surveyor, survey: SurveyDetail): Promise<Record<string, string>> {
  const now = await readSurvey(surveyor, survey.id)
  const names = [length, height, run, sleeves]
  return Object.fromEntries(names.map((name) => [name, answerOf(now, section, name).field_value ?? '']))
}

function inputsOf(page: Page): (name: string) => Locator {
  return (name) => page.getByRole('textbox', { name, exact: true })
}

/** With the finger into the field, then key by key as a keyboard does. */
async function tapIn(page: Page, field: Locator, text: string): Promise<void> {
  await tapOn(field)
  // By touch Chromium may give a far field the focus without a caret, and keys then write nothing.
  await field.evaluate((one) => one instanceof HTMLInputElement && one.select())
  await page.keyboard.type(text)
}

/** Renders all fields, since distant ones render only when scrolled near, which would move the others. */
async function drawAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add another floor' }).scrollIntoViewIfNeeded()
  await inputsOf(page)('Floor notes').waitFor()
}

/** Fields far away are laid out when they come near, so that the first tap may come where the field was. */
async function tapOn(field: Locator): Promise<void> {
  const isFocused = () => field.evaluate((one) => one === document.activeElement)
  await expect
    .poll(async () => {
      if (!(await isFocused())) await field.tap()
      return isFocused()
    })
    .toBe(true)
}

/** As out of a spreadsheet. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((node, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    // The browser does not insert text pasted by a script.
    if (node.dispatchEvent(event)) document.execCommand('insertText', false, copied)
  }, text)
}

test('a number that is typed on a phone is that number, or is refused and kept out', async ({
  visit,
  surveyor,
}) => {
  const made = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, address(made))
  const survey = form(page)
  const input = inputsOf(page)
  await survey.heading(section).waitFor()

  await drawAll(page)
  await tapIn(page, input(height), '8.5')
  await tapIn(page, input(run), '1,23')
  expect(await input(run).inputValue()).toBe('1,23')
  await tapIn(page, input(length), '1,234.5')
  await expect.poll(() => problemOf(input(run)).textContent()).toBe('Please enter a number')
  await page.getByText('Enter it like 1234.5. It was not saved.').waitFor()
  expect(await input(length).inputValue()).toBe('1,234.5')
  await tapIn(page, input(sleeves), '8.5')
  expect(await problemOf(input(sleeves)).textContent()).toBe('Please enter a number')
  const entered = page.getByText('You entered “8.5”. This field takes whole numbers only. It was not saved.')
  await entered.waitFor()
  expect(await input(sleeves).inputValue()).toBe('85')
  expect.soft(await seriousOn(page)).toEqual([])
  await tapOn(input(height))
  await entered.waitFor()
  const right = { [length]: '1234.5', [height]: '8.5', [run]: '', [sleeves]: '' }
  await expect.poll(() => survey.syncLine.textContent()).toContain('On the server')
  await expect.poll(() => kept(surveyor, made)).toEqual(right)

  await page.reload()
  await survey.heading(section).waitFor()
  expect(await input(length).inputValue()).toBe('1234.5')
  // Distant fields render when scrolled near.
  await page.getByRole('button', { name: 'Add another floor' }).scrollIntoViewIfNeeded()
  await entered.waitFor()
  expect(await input(run).inputValue()).toBe('1,23')
  expect(await problemOf(input(run)).textContent()).toBe('Please enter a number')
  await page.goto(address(made, 'OSP Survey'))
  await survey.submit.click()
  await survey.dialog.getByRole('link', { name: `${run}: Please enter a number` }).click()
  await expect.poll(() => input(run).evaluate((one) => one === document.activeElement)).toBe(true)

  await input(run).fill('1,230')
  await input(sleeves).fill('8')
  await tapOn(input(height))
  await expect.poll(() => problemOf(input(run)).count()).toBe(0)
  expect(await problemOf(input(sleeves)).count()).toBe(0)
  await expect.poll(() => kept(surveyor, made)).toEqual({ ...right, [run]: '1230', [sleeves]: '8' })
})

test('a pasted text is one number, or the previous answer stays', async ({ visit, surveyor }) => {
  const made = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('desktop')
  await openAs(page, surveyor, address(made))
  const survey = form(page)
  const input = inputsOf(page)
  await survey.heading(section).waitFor()

  await input(height).fill('9')
  await input(length).focus()
  await input(height).selectText()
  await paste(input(height), '12\t13')
  await paste(input(run), '12\n13')
  await paste(input(sleeves), '1,234.50')
  expect(await input(sleeves).inputValue()).toBe('123450')
  await paste(input(length), '1.234,5')
  await input(sleeves).focus()
  await page.getByText('Enter it like 1234.5. The saved answer is still 9.').waitFor()
  for (const name of [height, run, length, sleeves])
    expect(await problemOf(input(name)).textContent()).toBe('Please enter a number')
  await input('Floor notes').fill('Pasted')
  await expect.poll(() => survey.syncLine.textContent()).toContain('On the server')
  await expect
    .poll(() => kept(surveyor, made))
    .toEqual({
      ...{ [height]: '9', [run]: '', [length]: '', [sleeves]: '' },
    })

  await input(sleeves).selectText()
  await paste(input(sleeves), '1,234')
  await expect.poll(async () => (await kept(surveyor, made))[sleeves]).toBe('1234')
})

test('shows invalid keys of a number field until the number is corrected', async ({ visit, surveyor }) => {
  const made = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('desktop')
  await openAs(page, surveyor, address(made))
  const field = inputsOf(page)(sleeves)
  await field.pressSequentially('8.')
  expect(await problemOf(field).textContent()).toBe('Please enter a number')
  await field.pressSequentially('5')
  expect(await problemOf(field).textContent()).toBe('Please enter a number')
  await field.press('Backspace')
  await expect.poll(() => problemOf(field).count()).toBe(0)
  await expect.poll(async () => (await kept(surveyor, made))[sleeves]).toBe('8')
  await form(page).save.focus()
  await field.selectText()
  await field.pressSequentially('-5')
  await page
    .getByText('You entered “-5”. This field takes whole numbers only. The saved answer is still 8.')
    .waitFor()
})

test('a device that writes 1.234,5 is understood as its person means it', async ({ visit, surveyor }) => {
  const made = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('phone', { locale: 'es-ES' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await page.getByLabel('Correo electrónico').fill(surveyor.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(surveyor.password)
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await page.waitForURL(/dashboard/)
  await page.goto(address(made))
  const survey = form(page)
  const input = inputsOf(page)
  await survey.heading('Datos de piso en edificio de mediana altura o torre').waitFor()
  await page.getByRole('button', { name: 'Agregar otro piso' }).scrollIntoViewIfNeeded()
  await input('Notas del piso').waitFor()
  await tapIn(page, input('Longitud del pasillo (pies)'), '1.234,5')
  await tapIn(page, input('Altura del cielo del pasillo (pies)'), '8,5')
  await tapIn(page, input('Tramo más largo a una unidad (pies)'), '8.5')
  await tapOn(input('Altura del cielo del pasillo (pies)'))
  await page.getByText('Escríbalo así: 1234,5. No se guardó nada.').waitFor()
  expect(await problemOf(input('Tramo más largo a una unidad (pies)')).textContent()).toBe(
    'Escriba un número',
  )
  await expect
    .poll(() => kept(surveyor, made))
    .toEqual({ [length]: '1234.5', [height]: '8.5', [run]: '', [sleeves]: '' })
  await page.reload()
  await survey.heading('Datos de piso en edificio de mediana altura o torre').waitFor()
  expect(await input('Longitud del pasillo (pies)').inputValue()).toBe('1234,5')
  expect(await input('Altura del cielo del pasillo (pies)').inputValue()).toBe('8,5')
})

test('shows the cut part of a text that is too long', async ({ visit, surveyor }) => {
  const made = await startSurvey(surveyor, { templateName: wiring })
  const page = await visit('desktop')
  await openAs(page, surveyor, address(made))
  const notes = inputsOf(page)('Floor notes')
  await paste(notes, 'x'.repeat(10_250))
  expect((await notes.inputValue()).length).toBe(10_000)
  expect(await problemOf(notes).textContent()).toBe('This answer is too long.')
  await page.getByText('This field takes 10,000 characters. The last 250 characters were left out.').waitFor()
  await paste(notes, 'y')
  await page.getByText('The last character was left out.').waitFor()
  await notes.press('Backspace')
  await expect.poll(() => problemOf(notes).count()).toBe(0)
})

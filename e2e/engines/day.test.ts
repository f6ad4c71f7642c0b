import { stat } from 'node:fs/promises'
import { expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { fields } from '../screens/fields.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { proven, type Site, type Surveyor } from '../site.ts'
import { teamOf } from '../teams.ts'
import { test, type Visitor } from './fixtures.ts'
import type { Page } from './page.ts'

const occupied = { name: 'Occupied units', showIf: "${occupied} = 'Yes'" }

const walk: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Unit walk',
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [{ key: 'front', name: 'Front', type: 'text', media: true }],
    },
    {
      key: 'unit',
      name: 'Unit inspection',
      addSimilarText: 'Add another unit',
      copyFromLastFilled: true,
      conditions: [occupied],
      fields: [
        { key: 'number', name: 'Unit number', type: 'text', mandatory: true },
        { key: 'occupied', name: 'Occupied', type: 'radio', options: ['Yes', 'No'] },
        { key: 'occupant', name: 'Occupant', type: 'text', condition: occupied.name },
        { key: 'pets', name: 'Pets', type: 'text', condition: occupied.name },
        { key: 'kitchen', name: 'Kitchen', type: 'radio', options: ['Good', 'Poor'] },
      ],
    },
    {
      key: 'result',
      name: 'Result',
      fields: [
        { key: 'passed', name: 'Passed', type: 'radio', options: ['Yes', 'No'], mandatory: true },
        { key: 'signature', name: 'Surveyor', type: 'signature' },
      ],
    },
  ],
}

test('a surveyor’s day on a phone, then the review in the office', async ({ site, visit, engine }) => {
  const { surveyor, reviewer, survey } = await startDay(site)
  const visitor = await visit('phone')
  const { page } = visitor
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Site').waitFor()
  await photographFront(page)
  // Chromium's touch has its own journeys; these pages have a mouse.
  await walkUnits(page, engine.name === 'chromium' ? 'click' : 'tap')
  await sign(page)
  await exportUnsent(visitor, survey)
  await submit(page)
  await expect.poll(async () => (await readSurvey(surveyor, survey.id)).status).toBe('Completed')
  const arrived = await readSurvey(surveyor, survey.id)
  expect(
    answerOf(arrived, 'Site', 'Front')
      .photos.map(({ filename }) => filename)
      .sort(),
  ).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  const units = (field: string) =>
    [0, 1].map((part) => answerOf(arrived, 'Unit inspection', field, part).field_value)
  expect(units('Unit number')).toEqual(['203', '204'])
  expect(units('Kitchen')).toEqual(['Good', 'Good'])

  const { page: desk } = await visit('desktop')
  await review(desk, reviewer)
  await expect.poll(async () => (await readSurvey(reviewer, survey.id)).review?.state).toBe('accepted')
})

async function startDay(site: Site) {
  const office = await asAdmin(site)
  const template = await publish(office, await makeForm(office, walk))
  const surveyor = await proven(site, 'Rivera')
  const reviewer = await proven(site, 'Jones')
  await teamOf(site, surveyor, reviewer)
  return { surveyor, reviewer, survey: await startSurvey(surveyor, { template }) }
}

/** Adds three photos of the camera roll at once. */
async function photographFront(page: Page): Promise<void> {
  const field = media(page, 'Front')
  await field.open()
  await field.pick(await Promise.all([1, 2, 3].map((seed) => photo(`${seed}.jpg`, seed))))
  await field.uploaded()
  await expect.poll(() => field.photos.count()).toBe(3)
}

/** Fills 203, adds 204 with 'Next unit', and returns to 203 by its digits. */
async function walkUnits(page: Page, press: 'click' | 'tap'): Promise<void> {
  const unit = form(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await unit.next('Unit inspection')
  await unit.input('Unit number').fill('203')
  expect(await unit.input('Occupant').count()).toBe(0)
  await unit.press('Occupied', 'Yes')
  await unit.input('Occupant').fill('Ada Moore')
  await unit.input('Pets').waitFor()
  await unit.press('Kitchen', 'Good')
  await button('Next unit')[press]()
  await unit.part('204').waitFor()
  await expect.poll(() => unit.input('Unit number').inputValue()).toBe('204')
  await unit.press('Occupied', 'No')
  await expect.poll(() => unit.input('Occupant').or(unit.input('Pets')).count()).toBe(0)

  await unit.next('Result')
  await button('Go to unit')[press]()
  const find = page.getByRole('combobox', { name: 'Go to unit', exact: true })
  await find.fill('203')
  await page.getByRole('listbox').getByRole('option').first()[press]()
  await unit.heading('Unit inspection').waitFor()
  await expect.poll(() => unit.input('Unit number').inputValue()).toBe('203')
  await expect.poll(() => unit.input('Occupant').inputValue()).toBe('Ada Moore')
}

async function sign(page: Page): Promise<void> {
  const more = fields(page)
  await form(page).next('Result')
  await more.sign('Surveyor', 'Sam Rivera')
  await more.group('Surveyor').getByRole('img', { name: 'Signature of Sam Rivera' }).waitFor()
}

/** Exports an answer that a cut connection holds back. */
async function exportUnsent({ page, link }: Visitor, survey: SurveyDetail): Promise<void> {
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  link.cut()
  await page.goto(formAddress(survey))
  await form(page).input('Front').fill('Brick')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.goto('/Datastorage2')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export unsent changes' }).click()
  const file = await stat(await (await exported).path())
  expect(file.size).toBeGreaterThan(0)
  await page.getByText('1 change is in the file.').waitFor()
  link.mend()
  await page.getByText('Nothing is waiting.').waitFor()
}

/** Submits with a missing answer and unchecked copies, completes the answer, and confirms the copies. */
async function submit(page: Page): Promise<void> {
  const survey = form(page)
  const { dialog } = survey
  await page.goBack()
  await survey.heading('Site').waitFor()
  await survey.next('Unit inspection')
  await survey.next('Result')
  await survey.submit.click()
  await page.getByRole('heading', { name: 'Please fill all mandatory fields' }).waitFor()
  expect(await dialog.getByRole('link').first().textContent()).toBe('Passed')
  await dialog.getByRole('button', { name: 'Go to the first field' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await survey.press('Passed', 'Yes')
  await survey.submit.click()
  await dialog.getByRole('button', { name: 'Confirm all and submit' }).click()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
}

async function review(page: Page, reviewer: Surveyor): Promise<void> {
  await openAs(page, reviewer, '/Review')
  await page.getByRole('link', { name: 'Hill House', exact: true }).click()
  await page.getByRole('article', { name: 'Hill House', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByText('No surveys are waiting').first().waitFor()
}

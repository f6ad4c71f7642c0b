import { expect } from 'vitest'
import type { Locator, Page } from './engines/page.ts'
import { focused } from './keyboard.ts'
import { photo } from './pictures.ts'
import { inspection } from './scene.ts'
import { dashboard } from './screens/dashboard.ts'
import { downloads } from './screens/downloads.ts'
import { entry } from './screens/entry.ts'
import { form, problemOf } from './screens/form.ts'
import { media } from './screens/media.ts'

/** A person without an account yet. */
export const person = { first: 'Ada', last: 'Moore', email: 'ada@example.com', password: 'Correct7horse' }

export async function signUp(page: Page, given: typeof person): Promise<void> {
  await entry(page).open()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await entry(page).signUp(given)
  await page.getByRole('heading', { name: 'Account Creation' }).waitFor()
  await page.getByText('Account was sucessfuly created.').waitFor()
  await page.getByRole('button', { name: 'Ok' }).click()
  await dashboard(page).heading.waitFor()
}

/**
 * From the dashboard and back: fills a survey with a photo and repeats, and submits it after completing
 * missing answers.
 */
export async function completeSurvey(page: Page): Promise<void> {
  await dashboard(page).create({ template: inspection, name: 'Hill House', owner: 'Mrs Dudley' })
  await page.getByRole('heading', { name: 'Survey Form: Hill House' }).waitFor()
  await fillVisit(page)
  await addPhoto(page)
  await fillBuildings(page)
  await fillInterior(page)
  await fillUnit(page)
  await fillSystems(page)
  await submitWithGaps(page)
  await submitComplete(page)
  await seeCompleted(page)
}

async function fillVisit(page: Page): Promise<void> {
  const fields = form(page)
  await fields.heading('Property and visit').waitFor()
  await fields.input('Property name').fill('Hill House')
  const address = fields.input('Address')
  await address.focus()
  await fields.input('Inspector').fill('Ada Moore')
  await problemOf(address).getByText('Please enter data').waitFor()
  await address.fill('12 Ridge Road')
  await expect.poll(() => problemOf(address).count()).toBe(0)
  await fields.choose('Reason for the inspection', 'Annual')
  await fields.press('Weather', 'Rain')

  const buildings = fields.input('Number of buildings')
  expect(await buildings.getAttribute('placeholder')).toBe('Enter digit here')
  await buildings.pressSequentially('1e')
  await problemOf(buildings).getByText('Please enter a number').waitFor()
  await buildings.fill('two 2')
  await expect.poll(() => buildings.inputValue()).toBe('2')
  await fields.press('Areas not inspected', 'Attic')
  await fields.press('Areas not inspected', 'Roof')
}

async function addPhoto(page: Page): Promise<void> {
  const photos = media(page, 'Overview')
  await photos.open()
  await photos.pick([await photo('IMG_0001.jpg')])
  await photos.uploaded()
  await photos.photos.waitFor()
  await photos.describe(0, 'Front gate')
  await expect.poll(() => photos.captions.first().inputValue()).toBe('Front gate')
}

async function fillBuildings(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Building exterior')
  const add = page.getByRole('button', { name: 'Add another building' })
  await page.getByText('Fill the mandatory fields of this section first.').waitFor()
  await fillBuilding(page, 'East wing', 'Good')
  await add.click()
  await fields.part('East wing').waitFor()
  await fields.part('Building exterior 2').waitFor()
  await fillBuilding(page, 'West wing', 'Poor')
}

/**
 * Submits with gaps: the rejection lists missing answers that link to their fields; closing it restores the
 * focus.
 */
async function submitWithGaps(page: Page): Promise<void> {
  const fields = form(page)
  const refused = page.getByRole('heading', { name: 'Please fill all mandatory fields' })
  await fields.submit.click()
  await refused.waitFor()
  await closeByKey(page, fields.dialog)
  await focused(fields.submit)
  await fields.submit.click()
  await refused.waitFor()
  const missing = await fields.dialog.getByRole('link').allTextContents()
  expect(missing).toEqual(['Overall condition', 'Result of the inspection'])
  await fields.dialog.getByRole('link', { name: 'Overall condition' }).click()
  await fields.heading('Unit inspection').waitFor()
  const overall = fields.group('Overall condition')
  await expect.poll(() => overall.locator('input:focus').count()).toBe(1)
  await overall.getByText('Fair').click()
  await fields.next('Systems and utilities')
  await fields.next('Safety and result')
  await fields.choose('Result of the inspection', 'Passed with remarks')
}

async function submitComplete(page: Page): Promise<void> {
  const fields = form(page)
  await fields.save.click()
  await page.getByText('The survey you wanted to save has been saved successfully').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await fields.dialog.waitFor({ state: 'hidden' })
  await focused(fields.save)
  await fields.submit.click()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Waits until the dialog has the focus; an earlier key would be lost. */
export async function closeByKey(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => page.evaluate(isInDialog)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

function isInDialog(): boolean {
  return document.activeElement?.closest('[role="dialog"], .yarl__portal') !== null
}

async function seeCompleted(page: Page): Promise<void> {
  await dashboard(page).heading.waitFor()
  await dashboard(page).surveys.getByText('Completed', { exact: true }).waitFor()
}

export async function takeDownloads(page: Page): Promise<void> {
  const board = dashboard(page)
  await board.choose('Download', 'Hill House')
  await board.dialog.getByText('1 photo', { exact: true }).waitFor()
  const files = downloads(page, board.dialog)
  const report = await files.pdf()
  expect(report.name).toMatch(/Hill House.*\.pdf$/)
  for (const words of [
    'Hill House',
    'Mrs Dudley',
    '12 Ridge Road',
    'Attic',
    'West wing',
    'Passed with remarks',
  ])
    expect(report.text).toContain(words)
  expect(report.text).toContain('Front gate')
  expect(report.bookmarks.map(({ title }) => title)).toContain('Property and visit')

  const zip = await files.zip()
  expect(zip.name).toMatch(/Hill House.*\.zip$/)
  const names = zip.entries.map(({ name }) => name)
  expect(names.filter((name) => name.endsWith('.jpg'))).toHaveLength(1)
  expect(names.find((name) => name.endsWith('.jpg'))).toMatch(/Property and visit.*Overview/)
  expect(names.filter((name) => name.endsWith('.csv'))).toHaveLength(1)
  await board.closeDialog()
}

/** Fills the inspection's sections after the first; two buildings exist already. */
export async function fillBuilding(page: Page, name: string, condition: string): Promise<void> {
  const fields = form(page)
  await fields.input('Building name or number').fill(name)
  await fields.press('Roof and gutters', condition)
  await fields.press('Walls and siding', condition)
}

export async function fillInterior(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Shared interior')
  const options = await fields.select('Building').getByRole('option').allTextContents()
  expect(options).toEqual([
    'Select from the list of buildings that have been added',
    'East wing',
    'West wing',
  ])
  await fields.choose('Building', 'West wing')
  await fields.input('Floor name or number').fill('Ground floor')
  await fields.press('Exits clear', 'Yes')
}

export async function fillUnit(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Unit inspection')
  await fields.choose('Building', 'West wing')
  await fields.choose('Floor', 'Ground floor')
  await fields.input('Unit number').fill('4B')
}

export async function fillSystems(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Systems and utilities')
  await fields.press('Heating and cooling', 'Fair')
  await fields.press('Plumbing', 'Good')
  await fields.press('Electrical panels', 'Good')
  await fields.next('Safety and result')
  await fields.press('Hazards found', 'Trip hazard')
}

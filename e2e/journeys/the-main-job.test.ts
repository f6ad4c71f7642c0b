import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { guestInfo } from '#contract/guests.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import type { Size } from '../chromium.ts'
import { fillBuilding, fillInterior, fillSystems, fillUnit } from '../fill.ts'
import { test } from '../fixtures.ts'
import { watchConsole } from '../page-log.ts'
import { photo } from '../pictures.ts'
import { inspection } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { downloads } from '../screens/downloads.ts'
import { entry } from '../screens/entry.ts'
import { form, problemOf } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import { media } from '../screens/media.ts'
import { sharing } from '../screens/sharing.ts'
import { usually } from '../sizes.ts'

const person = { first: 'Ada', last: 'Moore', email: 'ada@example.com', password: 'Correct7horse' }

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('a surveyor fills a survey, hands it over and takes the link back', async ({ site, visit }) => {
    const page = await visit(size, { permissions: ['clipboard-read', 'clipboard-write'] })
    const complaints = watchConsole(page)
    await signUpAndLogIn(page, { ...person, email: `${size}-${person.email}` })
    await page.getByText('No Data Found, start by creating survey').waitFor()

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
    await takeDownloads(page)
    const link = await share(page)

    const reader = await visit(size === 'phone' ? 'desktop' : 'phone')
    const readerComplaints = watchConsole(reader)
    await readAsGuest(reader, link)
    expect(readerComplaints.told()).toEqual([])

    await sharing(page).revoke()
    await page.getByText('Access to the shared report has been revoked.').waitFor()
    await reader.reload()
    await guest(reader).expired.waitFor()
    expect(await reader.getByText('12 Ridge Road').count()).toBe(0)
    const linkId = new URL(link).pathname.split('/').at(-1) ?? ''
    const refused = await new HttpApi(site.address).call(guestInfo, { query: { guest_survey_id: linkId } })
    expect(refused?.status).toBe(410)
    expect(complaints.told()).toEqual([])
  })
})

async function signUpAndLogIn(page: Page, given: typeof person): Promise<void> {
  await entry(page).open()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await entry(page).signUp(given)
  await page.getByRole('heading', { name: 'Account Creation' }).waitFor()
  await page.getByText('Account was sucessfuly created.').waitFor()
  await page.getByRole('button', { name: 'Ok' }).click()
  await entry(page).logInButton.waitFor()
  await entry(page).give(given)
  await dashboard(page).heading.waitFor()
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
  await fields.press('Parts that could not be inspected', 'Attic')
  await fields.press('Parts that could not be inspected', 'Roof')
}

async function addPhoto(page: Page): Promise<void> {
  const photos = media(page, 'Overview')
  await photos.open()
  await photos.pick([await photo('IMG_0001.jpg')])
  await photos.uploaded()
  await photos.photos.waitFor()
  await photos.describe(0, 'Front gate')
  await photos.captions.getByText('Front gate').waitFor()
}

async function fillBuildings(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Building exterior')
  const add = page.getByRole('button', { name: 'Add another building' })
  await page.getByText('Fill the mandatory fields of this section first.').waitFor()
  await fillBuilding(page, 'East wing', 'Good')
  await add.click()
  await fields.part('Building exterior 1').waitFor()
  await fields.part('Building exterior 2').waitFor()
  await fillBuilding(page, 'West wing', 'Poor')
}

/** Refused with a list of what is missing; each entry leads to its field. */
async function submitWithGaps(page: Page): Promise<void> {
  const fields = form(page)
  await fields.submit.click()
  await page.getByRole('heading', { name: 'Please fill all mandatory fields' }).waitFor()
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
  await fields.submit.click()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}

async function seeCompleted(page: Page): Promise<void> {
  await dashboard(page).heading.waitFor()
  await dashboard(page).surveys.getByText('Completed', { exact: true }).waitFor()
}

async function takeDownloads(page: Page): Promise<void> {
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

async function share(page: Page): Promise<string> {
  await dashboard(page).choose('Share', 'Hill House')
  await sharing(page).copy()
  await sharing(page).said.getByText('Your have successfully copied the link').waitFor()
  const address = await sharing(page).address()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  return address
}

async function readAsGuest(page: Page, link: string): Promise<void> {
  const report = guest(page)
  await page.goto(link)
  await report.title.waitFor()
  await report.info.getByText('Hill House').waitFor()
  await report.heading('Property and visit').waitFor()
  await report.value('Address').getByText('12 Ridge Road').waitFor()
  expect(await report.previous.isDisabled()).toBe(true)

  await report.photo('Front gate').click()
  const large = page.getByRole('img', { name: 'Front gate' })
  await large.waitFor()
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600)
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })

  await report.next.click()
  await report.heading('Building exterior').waitFor()
  await page.getByRole('heading', { name: 'Building exterior 2' }).waitFor()
  await report.previous.click()
  await report.heading('Property and visit').waitFor()
  expect((await downloads(page).pdf()).text).toContain('12 Ridge Road')
  expect((await downloads(page).zip()).entries.length).toBe(2)
}

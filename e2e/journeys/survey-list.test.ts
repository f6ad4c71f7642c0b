import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

const names = ['4', '5', '6', '7', '8', '9'].map((number) => `Riverside Court, building ${number}`)

/** Every second one has a photo. */
async function startSix(surveyor: Surveyor): Promise<void> {
  for (const [index, name] of names.entries()) {
    const survey = await startSurvey(surveyor, { name, owner: 'Northline Holdings' })
    if (index % 2 === 1) await attachPhoto(surveyor, survey, await photo('front.jpg', index))
  }
}

/** Returns how far any element can scroll sideways. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('main, main *')]
        .filter((one) => one === document.documentElement || getComputedStyle(one).overflowX === 'auto')
        .map((one) => one.scrollWidth - one.clientWidth),
    ),
  )
}

function setText(page: Page, percent: number): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
    document.documentElement.dataset.textSize = String(size)
  }, percent)
}

/** Returns how many rows are visible without scrolling. */
async function wholeRows(page: Page): Promise<number> {
  return dashboard(page)
    .surveys.getByRole('listitem')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
}

test('a phone shows five surveys, the smallest three, distinguishable, with the filters behind one button', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court, building 3' })
  await startSix(surveyor)
  const page = await visit('phone', { viewport: { width: 390, height: 844 } })
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Riverside Court')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await form(page).leave()
  const board = dashboard(page)
  const rows = page.getByRole('region', { name: 'Surveys' }).getByRole('listitem')
  const filters = page.getByRole('button', { name: 'Filters' })
  await rows.nth(6).waitFor()
  // The test site sends no mail, so no address can be confirmed.
  await page.getByRole('link', { name: /^Continue: / }).waitFor()
  expect(await page.getByRole('region', { name: 'Confirm your address' }).count()).toBe(0)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(5)
  await page.setViewportSize({ width: 320, height: 568 })
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(3)
  await page.setViewportSize({ width: 390, height: 844 })
  // The last edited first: its first photo, and whether it was submitted.
  const pictures = rows.locator('img')
  await expect.poll(() => pictures.count()).toBe(3)
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true, true])
  await rows.first().getByText('In progress', { exact: true }).waitFor()
  for (const name of names) {
    const whole = board.surveys.locator(`[title="${name}"][aria-hidden]`)
    expect(await whole.textContent()).toBe(name)
    expect(await whole.evaluate(isWhole)).toBe(true)
  }

  expect(await board.dates.count()).toBe(0)
  await filters.tap()
  await board.dates.waitFor()
  await filters.tap()
  await board.dates.waitFor({ state: 'hidden' })

  // The whole row opens the details, as its name does. Edit comes first and has the focus.
  // The list has the latest edit once it was read from the server; until then another survey comes first.
  await rows.first().getByTitle('Riverside Court, building 3').first().waitFor()
  const [row, words] = await Promise.all([
    rows.first().boundingBox(),
    rows
      .first()
      .getByText(/% completed/)
      .boundingBox(),
  ])
  if (!row || !words) throw new Error('The row has no progress')
  const position = { x: words.x + words.width / 2 - row.x, y: words.y + words.height / 2 - row.y }
  await rows.first().tap({ position })
  await board.dialog.getByText('Riverside Court, building 3', { exact: true }).waitFor()
  const edit = board.dialog.getByRole('button', { name: 'Edit Riverside Court, building 3' })
  await expect.poll(() => edit.evaluate((node) => node === document.activeElement)).toBe(true)
  const first = board.dialog.getByRole('banner').or(board.dialog.locator('header')).locator('~ *').first()
  expect(await first.getByRole('button').first().textContent()).toBe('Edit')
  await board.closeDialog()
  await rows
    .first()
    .getByRole('button', { name: /^Edit / })
    .tap()
  await form(page).heading('Property and visit').waitFor()
})

test('the list does not scroll sideways at any width or text size', async ({ visit, surveyor }) => {
  await startSix(surveyor)
  const page = await visit('desktop', { viewport: { width: 1440, height: 900 } })
  await openAs(page, surveyor, '/dashboard')
  const surveys = page.getByRole('region', { name: 'Surveys' })
  await surveys.getByRole('row').nth(6).waitFor()
  const edit = surveys.getByRole('button', { name: /^Edit / }).first()
  for (const percent of [100, 150]) {
    await setText(page, percent)
    for (const width of [320, 390, 600, 768, 899, 900, 1024, 1279, 1280, 1366, 1440, 1680, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const sight = `${width} px at ${percent} %`
      await expect.poll(() => sideways(page), { message: sight }).toBeLessThanOrEqual(0)
      const box = await edit.boundingBox()
      expect((box?.x ?? width) + (box?.width ?? 0), `Edit, ${sight}`).toBeLessThanOrEqual(width)
    }
  }
  await setText(page, 100)
  await page.setViewportSize({ width: 1280, height: 900 })
  await surveys.getByRole('table').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  const heads = surveys.getByRole('columnheader')
  for (const name of ['Address', 'Template', 'State', 'Progress', 'Last edited'])
    await heads.filter({ hasText: name }).getByRole('button').waitFor()
  await heads.filter({ hasText: 'State' }).getByRole('button').click()
  await expect.poll(() => heads.filter({ hasText: 'State' }).getAttribute('aria-sort')).toBe('descending')
})

/** Nothing of it is clipped. */
function isWhole(node: HTMLElement): boolean {
  return [node, ...node.querySelectorAll('*')].every((one) => one.scrollWidth <= one.clientWidth)
}

test('the end of an unbreakable name leaves space for the date on the smallest phone', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'W'.repeat(200) })
  const page = await visit('phone', { viewport: { width: 320, height: 568 } })
  await openAs(page, surveyor, '/dashboard')
  const row = dashboard(page).surveys.getByRole('listitem')
  const day = await row.getByText(/^Last edited/).boundingBox()
  const card = await row.boundingBox()
  expect((day?.x ?? 0) + (day?.width ?? 320)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
  expect(await sideways(page)).toBeLessThanOrEqual(0)
})

/** As a finger that never rests, until `rest` is called in the page. */
function keepTouching(): void {
  const timer = setInterval(() => window.dispatchEvent(new Event('pointermove')), 200)
  Reflect.set(globalThis, 'rest', () => clearInterval(timer))
}

test('rows stay under the finger while a newer list arrives, and move once nobody touches the screen', async ({
  visit,
  surveyor,
}) => {
  const { id } = await startSurvey(surveyor, { name: 'Elm Street' })
  for (const name of ['Oak Street', 'Pine Street']) await startSurvey(surveyor, { name })
  const page = await visit('desktop')
  await openAs(page, surveyor, '/dashboard')
  const surveys = page.getByRole('region', { name: 'Surveys' })
  const rows = surveys.getByRole('row').getByRole('link')
  const order = async () => (await rows.allTextContents()).map((text) => text.trim())
  await expect.poll(order).toEqual(['Pine Street', 'Oak Street', 'Elm Street'])
  // The table can be sorted once the device has the whole list.
  await surveys.getByRole('columnheader').getByRole('button').first().waitFor()

  // The list from the device is shown; the server's is on its way.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.context().route(/\/users_survey\?/, async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await expect.poll(order).toEqual(['Pine Street', 'Oak Street', 'Elm Street'])
  await page.evaluate(keepTouching)
  const renamed = await surveyor.api.call(submitSurvey, {
    params: { id },
    body: { survey_name: 'Elm Place' },
  })
  expect(renamed?.status).toBe(200)
  answer()
  await rows.getByText('Elm Place').waitFor()
  expect(await order()).toEqual(['Pine Street', 'Oak Street', 'Elm Place'])

  await page.evaluate(() => Reflect.get(globalThis, 'rest')())
  await expect.poll(order).toEqual(['Elm Place', 'Pine Street', 'Oak Street'])
})

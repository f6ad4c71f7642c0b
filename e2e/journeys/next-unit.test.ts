import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { test, type Visit } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerFields, answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'

const section = 'Unit inspection'

/** A phone with the units in front of it, of which the first is filled. */
async function atUnits(visit: Visit, surveyor: Surveyor): Promise<{ page: Page; survey: SurveyDetail }> {
  const survey = await startSurvey(surveyor)
  const home = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
  await answerFields(surveyor, survey, section, {
    Building: { field_value: 'East wing' },
    'Unit number': { field_value: '203' },
    'Overall condition': { field_value: 'Good' },
    Kitchen: { field_value: 'Fair' },
    'Repairs needed': { field_value_multiple: ['Paint'] },
  })
  const page = await visit('phone')
  const first = survey.user_survey_sections[0]?.id ?? ''
  await openAs(page, surveyor, formAddress(survey).replace(first, home?.id ?? ''))
  await form(page).heading(section).waitFor()
  return { page, survey }
}

const marksOf = (page: Page) => page.getByRole('button', { name: /^Copied from / })
const next = (page: Page) => page.getByRole('button', { name: 'Next unit', exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const partHead = (page: Page, name: string) =>
  page
    .getByRole('heading', { level: 3, name: new RegExp(`^${name}`) })
    .getByRole('button')
    .first()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

/** Counts what a finger does from here on. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('tapped', () => {
    taps += 1
  })
  await page.evaluate(() =>
    addEventListener('pointerdown', () => (window as unknown as { tapped: () => void }).tapped(), true),
  )
  return () => taps
}

test('the next unit is one tap from any field: a copy with the next number selected; 203 is two taps and its digits away', async ({
  visit,
  surveyor,
}) => {
  const { page, survey } = await atUnits(visit, surveyor)
  const unit = form(page)
  await (await unit.reach('Unit notes')).click()
  const taps = await countTaps(page)
  await next(page).tap()
  await unit.part('204').waitFor()
  const number = unit.input('Unit number')
  await expect.poll(() => focused(page)).toBe(await number.getAttribute('id'))
  expect(await number.inputValue()).toBe('204')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('204')
  const box = await number.boundingBox()
  expect(box?.y).toBeGreaterThan(90)
  // A keyboard takes the lower half.
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThan(500)
  expect(await unit.select('Building').inputValue()).toBe('East wing')
  expect(await marksOf(page).count()).toBe(4)
  expect(taps()).toBe(1)

  // Typing replaces the proposal, and the one after that follows it.
  await page.keyboard.type('2B')
  await next(page).tap()
  await unit.part('2C').waitFor()
  await page.getByRole('button', { name: 'Delete 2B', exact: true }).tap()
  await unit.dialog.getByRole('button', { name: 'Yes', exact: true }).click()
  await unit.part('2B').waitFor({ state: 'detached' })
  await unit.part('2C').waitFor()
  await unit.part('203').waitFor()
  await expect
    .poll(async () => {
      const now = await readSurvey(surveyor, survey.id)
      const parts = now.user_survey_sections.find((one) => one.user_survey_section_name === section)
      return parts?.user_survey_sub_sections.map(
        (_, at) => answerOf(now, section, 'Unit number', at).field_value,
      )
    })
    .toEqual(['203', '2C'])

  // From another section, without network.
  await page.getByRole('button', { name: 'Back', exact: true }).tap()
  await unit.heading('Shared interior').waitFor()
  await page.context().setOffline(true)
  const before = taps()
  await page.getByRole('button', { name: 'Go to unit', exact: true }).tap()
  const find = page.getByRole('combobox', { name: 'Go to unit', exact: true })
  await expect.poll(() => find.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.type('203')
  await page.getByRole('listbox').getByRole('option').first().tap()
  await unit.heading(section).waitFor()
  await expect.poll(() => partHead(page, '203').getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => number.inputValue()).toBe('203')
  expect(taps() - before).toBe(2)
})

test('a copied answer bears its mark in the row of its label, until a finger touches the mark or the value', async ({
  visit,
  surveyor,
}) => {
  const { page } = await atUnits(visit, surveyor)
  await page.getByRole('button', { name: 'Duplicate this unit', exact: true }).tap()
  const marks = marksOf(page)
  await expect.poll(() => marks.count()).toBe(4)
  const kitchen = group(page, 'Kitchen')
  const height = async () => (await kitchen.boundingBox())?.height
  const marked = await height()
  await page.getByRole('button', { name: /^Copied from .*\(Kitchen\)$/ }).tap()
  await expect.poll(() => marks.count()).toBe(3)
  expect(await height()).toBe(marked)

  // The value that stands there already, touched once more.
  await group(page, 'Overall condition').getByText('Good', { exact: true }).tap()
  await expect.poll(() => marks.count()).toBe(2)
  expect(await group(page, 'Overall condition').getByRole('radio', { name: 'Good' }).isChecked()).toBe(true)
  // A touch that changes the answer.
  await group(page, 'Repairs needed').getByText('Flooring', { exact: true }).tap()
  await expect.poll(() => marks.count()).toBe(1)
  expect(await group(page, 'Repairs needed').getByRole('checkbox', { checked: true }).count()).toBe(2)
})

test("'None' excludes the others, and the only building is chosen with the first answer", async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  const sectionId = (name: string) =>
    survey.user_survey_sections.find((one) => one.user_survey_section_name === name)?.id ?? ''
  const first = survey.user_survey_sections[0]?.id ?? ''
  await openAs(page, surveyor, formAddress(survey).replace(first, sectionId('Building exterior')))
  await form(page).input('Building name or number').fill('East wing')
  await page.goto(formAddress(survey).replace(first, sectionId(section)))
  const unit = form(page)
  await unit.heading(section).waitFor()
  expect(await unit.select('Building').inputValue()).toBe('')
  const repairs = group(page, 'Repairs needed')
  for (const option of ['Paint', 'Flooring', 'None']) await repairs.getByText(option, { exact: true }).tap()
  await expect.poll(() => repairs.getByRole('checkbox', { checked: true }).count()).toBe(1)
  expect(await repairs.getByRole('checkbox', { name: 'None' }).isChecked()).toBe(true)
  await repairs.getByText('Plumbing', { exact: true }).tap()
  await expect.poll(() => repairs.getByRole('checkbox', { name: 'None' }).isChecked()).toBe(false)
  await expect.poll(() => unit.select('Building').inputValue()).toBe('East wing')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), section, 'Building')
  await expect.poll(async () => (await stored()).field_value).toBe('East wing')
})

test('an earlier part is confirmed as a whole, not the newest alone', async ({ visit, surveyor }) => {
  const { page, survey } = await atUnits(visit, surveyor)
  const unit = form(page)
  await next(page).tap()
  await unit.part('204').waitFor()
  await next(page).tap()
  await unit.part('205').waitFor()
  await partHead(page, '205').tap()
  await partHead(page, '204').tap()
  await page.getByText('4 answers copied, not checked yet.').waitFor()
  await page.getByRole('button', { name: 'Confirm all', exact: true }).tap()
  await expect.poll(() => marksOf(page).count()).toBe(0)
  const copied = (part: number) => async () => {
    const now = await readSurvey(surveyor, survey.id)
    return answerOf(now, section, 'Overall condition', part).copied_from !== null
  }
  await expect.poll(copied(1)).toBe(false)
  await expect.poll(copied(2)).toBe(true)
})

test.for([
  ['en-US', 390],
  ['es-US', 390],
  ['es-US', 360],
] as const)(
  'in %s the foot bar is one row on a phone %i px wide',
  async ([locale, width], { visit, surveyor }) => {
    const { survey } = await atUnits(visit, surveyor)
    const home = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
    const body = { user_survey_id: survey.id, user_survey_section_id: home?.id ?? '' }
    await surveyor.api.call(addSimilar, { body })
    const page = await visit('phone', { locale, viewport: { width, height: 844 } })
    const first = survey.user_survey_sections[0]?.id ?? ''
    await openAs(page, surveyor, formAddress(survey).replace(first, home?.id ?? ''))
    const buttons = page.locator('footer').getByRole('button')
    await expect.poll(() => buttons.count()).toBe(5)
    const boxes = await Promise.all((await buttons.all()).map((one) => one.boundingBox()))
    expect(new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size).toBe(1)
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
  },
)

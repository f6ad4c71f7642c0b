import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addSimilar, autoSave, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Size } from '../chromium.ts'
import { test, type Visit } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { searches } from '../screens/searches.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const exterior = 'Building exterior'

/** Answers fields in one part of 'Building exterior', through the API. */
async function fill({ api }: Surveyor, survey: SurveyDetail, part: number, values: Record<string, string>) {
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === exterior)
  const attributes = Object.entries(values).map(([field, field_value]) => ({
    id: answerOf(survey, exterior, field, part).id,
    field_value,
  }))
  const saved = await api.call(autoSave, {
    body: {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section?.id ?? '',
          user_survey_sub_sections_attributes: [
            {
              id: section?.user_survey_sub_sections[part]?.id ?? '',
              user_survey_sub_section_details_attributes: attributes,
            },
          ],
        },
      ],
    },
  })
  if (saved?.status !== 200) throw new Error(JSON.stringify(saved?.body))
}

/** Creates two buildings, 'East wing' and 'Boat shed', and opens the form at its first section. */
async function twoBuildings(visit: Visit, size: Size, surveyor: Surveyor) {
  const started = await startSurvey(surveyor)
  const good = { 'Roof and gutters': 'Good', 'Walls and siding': 'Good' }
  await fill(surveyor, started, 0, { 'Building name or number': 'East wing', ...good })
  const section = started.user_survey_sections.find((one) => one.user_survey_section_name === exterior)
  await surveyor.api.call(addSimilar, {
    body: { user_survey_id: started.id, user_survey_section_id: section?.id ?? '' },
  })
  const survey = await readSurvey(surveyor, started.id)
  await fill(surveyor, survey, 1, { 'Building name or number': 'Boat shed', 'Exterior notes': 'Café mural' })
  const page = await visit(size)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  return { page, survey, find: searches(page) }
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  const phone = size === 'phone'

  test('jumps to a section and to a part of it, below the form’s header', async ({ visit, surveyor }) => {
    const { page, find } = await twoBuildings(visit, size, surveyor)
    if (phone) await writeAsItOpens(page)
    await find.jump.click()
    await expect.poll(() => find.options.allTextContents()).toContain('Unit inspection')
    await find.jump.fill('unit')
    await find.option('Unit inspection').click()
    await form(page).heading('Unit inspection').waitFor()

    await find.openJump(phone)
    await find.jump.fill('exterior boat')
    await find.option('Boat shed').click()
    await form(page).heading(exterior).waitFor()
    const head = find.head('Boat shed')
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => head.evaluate((node) => node === document.activeElement)).toBe(true)
    await expect
      .poll(() => head.evaluate((node) => Math.round(node.getBoundingClientRect().top)))
      .toBeLessThanOrEqual(limits.sectionJumpOffset + 20)
  })

  test('offline, a field is found by its value, opened, marked and ready to type', async ({
    visit,
    surveyor,
  }) => {
    const { page, find } = await twoBuildings(visit, size, surveyor)
    await page.context().setOffline(true)
    await find.openAnywhere(phone)
    if (phone) await expect.poll(() => hasFocus(find.anywhere)).toBe(true)
    await find.anywhere.fill('xyzzy')
    await find.nothingFound.waitFor()
    await find.anywhere.fill('cafe MUR')
    await expect.poll(() => find.options.allTextContents()).toHaveLength(1)
    await find.option('Exterior notes (in Boat shed · Building exterior)').click()
    await form(page).heading(exterior).waitFor()
    await find.marked.waitFor()
    const notes = form(page).input('Exterior notes')
    await expect.poll(() => notes.evaluate((node) => node === document.activeElement)).toBe(true)
    expect(await notes.inputValue()).toBe('Café mural')
    expect(await isInSight(page)).toBe(true)
    await find.marked.waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.type(', faded')
    await expect.poll(() => notes.inputValue()).toBe('Café mural, faded')

    // Just typed text is found at once, and leads back from another section.
    await find.openJump(phone)
    await find.jump.fill('safety')
    await find.option('Safety and result').click()
    await form(page).heading('Safety and result').waitFor()
    await find.openAnywhere(phone)
    await find.anywhere.fill('faded')
    await find.option('Exterior notes (in Boat shed · Building exterior)').click()
    await expect.poll(() => notes.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  test('a part gets a title, also offline; it is found, deleted and stored by it', async ({
    visit,
    surveyor,
  }) => {
    const { page, survey, find } = await twoBuildings(visit, size, surveyor)
    await page.context().setOffline(true)
    await find.openJump(phone)
    await find.jump.fill('exterior boat')
    await find.option('Boat shed').click()
    await find.addTitle('Boat shed').click()
    await page.keyboard.type('Gate hous')
    // Every letter is stored on the device before Enter.
    await expect.poll(() => keptValues(page)).toContain('Gate hous')
    await page.reload().catch(() => undefined)
    await page.context().setOffline(false)
    await page.goto(formAddress(survey).replace(/[^/]+$/, sectionId(survey)))
    await find.head('Gate hous').waitFor()
    await find.changeTitle('Boat shed').click()
    await find.titleOf('Boat shed').press('End')
    await page.keyboard.type('e')
    await page.keyboard.press('Enter')
    await find.head('Gate house').waitFor()
    await expect
      .poll(() => find.changeTitle('Boat shed').evaluate((node) => node === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.type(' and more')
    await page.keyboard.press('Escape')
    await find.head('Gate house').waitFor()
    await expect.poll(async () => titles(await readSurvey(surveyor, survey.id))).toEqual(['', 'Gate house'])

    await find.openAnywhere(phone)
    await find.anywhere.fill('gate h')
    await find.option('Title (in Gate house · Building exterior)').click()
    await expect
      .poll(() => find.changeTitle('Boat shed').evaluate((node) => node === document.activeElement))
      .toBe(true)
    await page.getByRole('button', { name: 'Delete Gate house' }).click()
    await page.getByText('Are you sure you want to delete Gate house?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
  })
})

test('by keyboard only: arrows, Enter and Escape in both boxes', async ({ visit, surveyor }) => {
  const { page, find } = await twoBuildings(visit, 'desktop', surveyor)
  await find.jump.focus()
  await find.jump.press('ArrowDown')
  await expect.poll(() => find.options.count()).toBeGreaterThan(3)
  const chosen = () => page.locator('[role=option][aria-selected=true]').allTextContents()
  const active = () =>
    find.jump.evaluate(
      (node) => document.getElementById(node.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toEqual([exterior])
  expect(await active()).toBe(exterior)
  await page.keyboard.press('Escape')
  await expect.poll(() => find.options.count()).toBe(0)
  await page.keyboard.type('shared')
  await expect.poll(() => find.options.allTextContents()).toEqual(['Shared interior'])
  await page.keyboard.press('Enter')
  // The screen takes the focus a moment after it renders; earlier keys go to it.
  await focused(form(page).heading('Shared interior'))

  await find.anywhere.focus()
  await page.keyboard.type('boat')
  await page.getByText('1 result', { exact: true }).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() =>
      form(page)
        .input('Building name or number')
        .evaluate((node) => node === document.activeElement),
    )
    .toBe(true)
  expect(await find.anywhere.inputValue()).toBe('boat')
})

test('a building added offline in another tab is in this tab’s list', async ({ visit, surveyor }) => {
  const { page, survey } = await twoBuildings(visit, 'desktop', surveyor)
  const address = (name: string) => formAddress(survey).replace(/[^/]+$/, sectionId(survey, name))
  const other = await page.context().newPage()
  await other.goto(address(exterior))
  await form(other).heading(exterior).waitFor()
  await page.goto(address('Shared interior'))
  await form(page).heading('Shared interior').waitFor()
  await page.context().setOffline(true)
  await form(other).input('Building name or number').first().fill('Greenhouse')
  const options = () => form(page).select('Building').locator('option').allTextContents()
  await expect.poll(options).toContain('Greenhouse')
  expect(await options()).toEqual(expect.arrayContaining(['Greenhouse', 'Boat shed']))
  expect(await options()).not.toContain('East wing')
})

/** Faster than the drawer, which sets the focus a moment after it opens. */
async function writeAsItOpens(page: Page): Promise<void> {
  const left = await page.evaluate(async () => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent?.includes('All sections'))?.click()
    await Promise.resolve()
    const box = document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')
    let blurs = 0
    box?.addEventListener('blur', () => {
      blurs += 1
    })
    box?.focus()
    // Its timers were set before this one.
    await new Promise((passed) => setTimeout(passed, 50))
    return box && document.activeElement === box ? blurs : null
  })
  expect(left).toBe(0)
}

function hasFocus(found: Locator): Promise<boolean> {
  return found.evaluate((node) => node === document.activeElement)
}

function sectionId(survey: SurveyDetail, name = exterior): string {
  return survey.user_survey_sections.find((one) => one.user_survey_section_name === name)?.id ?? ''
}

function titles(survey: SurveyDetail) {
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === exterior)
  return section?.user_survey_sub_sections.map((part) => part.user_survey_sub_section_title)
}

function isInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect()
    return box !== undefined && box.top > 60 && box.bottom < window.innerHeight - 60
  })
}

/** Returns the device's unsent answers. */
function keptValues(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done, failed) => {
        const opening = indexedDB.open('fieldbook')
        opening.onerror = () => failed(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const all = database.transaction('answers').objectStore('answers').getAll()
          all.onerror = () => failed(all.error)
          all.onsuccess = () => {
            database.close()
            done(all.result.map((row: { value: string }) => row.value))
          }
        }
      }),
  )
}

test('a found part that another user has removed since is reported', async ({ visit, surveyor }) => {
  const { page, survey, find } = await twoBuildings(visit, 'desktop', surveyor)
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === exterior)
  await page.goto(`/survey/${survey.survey_template_id}/${survey.id}/${section?.id}`)
  const second = find.head('Boat shed').first()
  await second.waitFor()
  await find.anywhere.fill('Boat shed')
  await find.option('Building name or number').first().waitFor()
  await surveyor.api.call(removeSimilar, {
    query: {
      user_survey_id: survey.id,
      user_survey_section_id: section?.id ?? '',
      user_survey_sub_section_id: section?.user_survey_sub_sections[1]?.id ?? '',
    },
  })
  const alert = page.getByRole('alert').getByText('An unexpeted error occured')
  await second.waitFor({ state: 'hidden' })
  // The search results stay.
  await find.anywhere.press('Enter')
  await alert.waitFor()
  await find.anywhere.press('End')
  await find.anywhere.pressSequentially('s')
  await alert.waitFor({ state: 'hidden' })
})

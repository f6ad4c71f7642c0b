import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { setPin } from '#contract/media/plans.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { addSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { addPlanTo, planPdf, planPng } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { watchConsole } from '../page-log.ts'
import { patience } from '../patience.ts'
import { answerFields, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { downloads } from '../screens/downloads.ts'
import { form } from '../screens/form.ts'
import { plans } from '../screens/plans.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const numbers = ['101', '102', '103'] as const
const [one, two, three] = numbers
const level = 'Levels, page 3'

function unitsOf(survey: SurveyDetail) {
  const found = survey.user_survey_sections.find((one) => one.user_survey_section_name === 'Unit inspection')
  if (!found) throw new Error('No section of units')
  return found
}

/** A filled survey with three units, through the API. */
async function threeUnits(surveyor: Surveyor): Promise<SurveyDetail> {
  const { id } = await startSurvey(surveyor)
  for (let unit = 1; ; unit++) {
    const survey = await readSurvey(surveyor, id)
    await submitFilled(surveyor, survey)
    if (unit === 3) break
    const body = { user_survey_id: id, user_survey_section_id: unitsOf(survey).id }
    const added = await surveyor.api.call(addSimilar, { body })
    if (added?.status !== 201) throw new Error(`Not added: ${JSON.stringify(added?.body)}`)
  }
  const survey = await readSurvey(surveyor, id)
  for (const [at, number] of numbers.entries())
    await answerFields(surveyor, survey, 'Unit inspection', { 'Unit number': { field_value: number } }, at)
  return readSurvey(surveyor, id)
}

/** The same with a plan on which the first two units are pinned. */
async function pinnedSurvey(surveyor: Surveyor): Promise<SurveyDetail> {
  const survey = await threeUnits(surveyor)
  const id = await addPlanTo(surveyor, survey.id, 'Level 2')
  for (const [index, unit] of unitsOf(survey).user_survey_sub_sections.slice(0, 2).entries()) {
    const body = { x: 0.25 + index / 2, y: 0.3, edited_at: new Date().toISOString() }
    await surveyor.api.call(setPin, { params: { id, sub_section_id: unit.id }, body })
  }
  return readSurvey(surveyor, survey.id)
}

async function openPlans(page: Page, survey: SurveyDetail, size: Size): Promise<void> {
  await page.goto(formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  if (size === 'phone') await page.getByRole('button', { name: /^Section 1 of/ }).click()
  await page.getByRole('link', { name: /^Floor plans/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Floor plans: Hill House' }).waitFor()
}

async function onServer(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('status')
    .getByText(/On the server/)
    .waitFor({ timeout: 2 * patience })
}

/** Of the plan with this name, on the server, by the units' order. */
async function pinsOf(surveyor: Surveyor, surveyId: string, name: string) {
  const survey = await readSurvey(surveyor, surveyId)
  const plan = survey.plans?.find((one) => one.name === name)
  return unitsOf(survey).user_survey_sub_sections.map(({ id }) => {
    const pin = plan?.pins.find((one) => one.user_survey_sub_section_id === id)
    return pin?.x == null || pin.y == null ? null : [pin.x, pin.y].map((share) => Math.round(share * 20) / 20)
  })
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  test('plans come from pictures and PDFs, are pinned, and stand in the report', async ({
    visit,
    surveyor,
  }) => {
    const survey = await threeUnits(surveyor)
    const page = await visit(size)
    const complaints = watchConsole(page)
    await openAs(page, surveyor, '/dashboard')
    await openPlans(page, survey, size)
    const shown = plans(page)
    await shown.add([await planPng('Site_plan.png')])
    await shown.list.getByRole('link', { name: 'Site plan' }).waitFor()
    await shown.add([await planPdf('Levels.pdf', 3)])
    await shown.dialog.getByText('Which pages are floor plans?').waitFor()
    await expect.poll(() => shown.dialog.locator('img').count()).toBe(3)
    await shown.dialog.getByRole('checkbox', { name: 'Page 2' }).uncheck()
    await shown.dialog.getByRole('button', { name: 'Add 2 plans' }).click()
    await expect.poll(() => shown.cards.count()).toBe(3)

    await shown.open(level)
    await shown.tap(level, 0.25, 0.25)
    await shown.choose(one)
    await shown.tap(level, 0.75, 0.25)
    await shown.choose(two)
    await shown.tap(level, 0.25, 0.75)
    await shown.dialog.getByRole('textbox', { name: 'Search rooms, floors, units' }).fill('unit 3')
    await shown.choose(three)
    await expect.poll(() => shown.rows.count()).toBe(3)
    const pins = () => pinsOf(surveyor, survey.id, level)
    await expect.poll(pins).toEqual([
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
    ])
    await shown.drag(three, level, 0.6, 0.6)
    await page.getByText(`Pin of ${three} moved.`).waitFor()
    await expect.poll(async () => (await pins())[2]).toEqual([0.6, 0.6])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await pins())[2]).toEqual([0.25, 0.75])

    await shown.tap(level, 0.75, 0.25)
    await form(page).part(two).waitFor()
    await page.getByRole('link', { name: `On plan: ${level}` }).click()
    await expect.poll(() => shown.rows.count()).toBe(3)
    await onServer(page)
    expect(complaints.lines()).toEqual([])
    await seeReports(page, surveyor, survey)
  })

  test('without network plans are added and pinned, and leave when it is back', async ({
    visit,
    surveyor,
  }) => {
    const survey = await pinnedSurvey(surveyor)
    const page = await visit(size)
    await openAs(page, surveyor, '/dashboard')
    await openPlans(page, survey, size)
    const shown = plans(page)
    await shown.open('Level 2')
    // Opened again, the plan comes from the device once it is stored.
    const again = async () => {
      await page.getByRole('link', { name: 'All floor plans' }).click()
      await shown.open('Level 2')
      return shown.picture('Level 2').getAttribute('src')
    }
    await expect.poll(again).toMatch(/^blob:/)
    await page.getByRole('link', { name: 'All floor plans' }).click()
    await page.context().setOffline(true)
    await shown.open('Level 2')
    await shown.tap('Level 2', 0.5, 0.7)
    await shown.choose(three)
    await shown.drag(one, 'Level 2', 0.1, 0.1)
    await page.getByRole('link', { name: 'All floor plans' }).click()
    await shown.add([await planPng('Roof.png', 5)])
    await expect.poll(() => shown.cards.count()).toBe(2)
    await page.getByText('On this device, not sent yet').waitFor()
    await shown.open('Roof')
    const before = await waitingPins(page)
    await shown.tap('Roof', 0.5, 0.5)
    await shown.choose(one)
    await expect.poll(() => shown.rows.count()).toBe(1)
    await expect.poll(() => waitingPins(page)).toBe(before + 1)
    expect(await pinsOf(surveyor, survey.id, 'Level 2')).toEqual([[0.25, 0.3], [0.75, 0.3], null])

    // Nothing of it lived in the page alone.
    await page.close()
    await page.context().setOffline(false)
    const next = await page.context().newPage()
    await next.goto(`/survey-plans/${survey.id}`)
    await expect.poll(() => plans(next).cards.count()).toBe(2)
    await expect.poll(() => pinsOf(surveyor, survey.id, 'Roof')).toEqual([[0.5, 0.5], null, null])
    expect(await pinsOf(surveyor, survey.id, 'Level 2')).toEqual([
      [0.1, 0.1],
      [0.75, 0.3],
      [0.5, 0.7],
    ])
    await onServer(next)
  })

  test('axe finds nothing serious', async ({ visit, surveyor }) => {
    const survey = await pinnedSurvey(surveyor)
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, '/dashboard')
    await openPlans(page, survey, size)
    const shown = plans(page)
    expect(await seriousOn(page)).toEqual([])
    await shown.add([await planPdf('Levels.pdf', 2)])
    await expect.poll(() => shown.dialog.locator('img').count()).toBe(2)
    expect(await seriousOn(page)).toEqual([])
    await shown.dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await shown.open('Level 2')
    expect(await seriousOn(page)).toEqual([])
    await shown.tap('Level 2', 0.5, 0.7)
    await shown.dialog.getByText('What is here?').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await page.goto(`/SaveAsPdf/${survey.id}`)
    await page.getByRole('heading', { name: 'Floor plans' }).waitFor()
    expect(await seriousOn(page)).toEqual([])
  })
})

/** The PDF, the print page, the guest's page and the zip have the plans. */
async function seeReports(page: Page, surveyor: Surveyor, survey: SurveyDetail): Promise<void> {
  await dashboard(page).open()
  await dashboard(page).choose('Download', 'Hill House')
  const pdf = await downloads(page, dashboard(page).dialog).pdf()
  const chapter = pdf.pages.find(({ alts }) => alts.some((alt) => alt.includes(`${three}: Unit inspection`)))
  expect(chapter?.text).toContain(level)
  const leadsTo = (chapter?.links ?? []).map((link) => pdf.pages[(link.page ?? 0) - 1]?.text ?? '')
  // Each twice: its line in the legend, and the pin itself.
  for (const [index, name] of [one, one, two, two, three, three].entries())
    expect(leadsTo[index]).toContain(name)

  await page.goto(`/SaveAsPdf/${survey.id}`)
  await page
    .getByRole('img', { name: new RegExp(`^Floor plan ${level}\\. ${one}: Unit inspection`) })
    .waitFor()
  expect(await marksOn(page)).toEqual(expect.arrayContaining([one, two, three]))
  await page
    .getByRole('list', { name: `Pins on ${level}` })
    .getByRole('link', { name: two })
    .click()
  const { body } = (await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })) ?? {}
  await page.goto(body?.data.shareable_link ?? '')
  await page.locator('summary', { hasText: 'Floor plans' }).click()
  await page.getByRole('region', { name: level }).getByRole('img').waitFor()
  await expect.poll(() => marksOn(page)).toEqual(expect.arrayContaining([one, two, three]))
  await page.getByRole('region', { name: level }).getByRole('button', { name: three }).click()
  await page.getByRole('heading', { level: 3, name: three }).waitFor()
  const { entries } = await downloads(page).zip()
  expect(entries.map(({ name }) => name).filter((name) => name.startsWith('Plans/'))).toEqual([
    'Plans/Plan 1 – Site plan.jpg',
    'Plans/Plan 2 – Levels, page 1.jpg',
    `Plans/Plan 3 – ${level}.jpg`,
  ])
}

/** Returns the marks on the plans of an open report. */
function marksOn(page: Page): Promise<string[]> {
  return page.locator('[data-mark]').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
}

test('a one-page PDF becomes a plan without a question', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, `/survey-plans/${survey.id}`)
  const shown = plans(page)
  await shown.add([await planPdf('Cellar.pdf', 1), await planPng('Roof.png')])
  await shown.list.getByRole('link', { name: 'Roof' }).waitFor()
  await shown.list.getByRole('link', { name: 'Cellar', exact: true }).waitFor()
  await shown.dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await readSurvey(surveyor, survey.id)).plans?.length).toBe(2)
})

test('everything is done by keys, too', async ({ visit, surveyor }) => {
  const survey = await pinnedSurvey(surveyor)
  const page = await visit('desktop')
  await openAs(page, surveyor, `/survey-plans/${survey.id}/${survey.plans?.[0]?.id}`)
  const shown = plans(page)
  await shown.picture('Level 2').waitFor()
  await page.getByRole('button', { name: 'Place a pin' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[role="dialog"] input:focus').waitFor()
  await page.keyboard.type('unit 3')
  await page.keyboard.press('Enter')
  await page.getByText(`Placing: ${three}`).waitFor()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'ArrowLeft', 'Enter'])
    await page.keyboard.press(key)
  await page.getByText(`Pin of ${three} placed.`).waitFor()
  await expect.poll(async () => (await pinsOf(surveyor, survey.id, 'Level 2'))[2]).not.toBeNull()

  await page.getByRole('button', { name: `Move the pin of ${one}` }).focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  expect((await pinsOf(surveyor, survey.id, 'Level 2'))[0]).toEqual([0.25, 0.3])
  await page.getByRole('button', { name: `Remove pin: ${two}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await pinsOf(surveyor, survey.id, 'Level 2'))[1]).toBeNull()
  await page.getByRole('list', { name: 'Pins' }).getByRole('button', { name: three }).first().focus()
  await page.keyboard.press('Enter')
  await form(page).part(three).waitFor()
})

test('rejects files that are not plans with a message, and keeps the others', async ({ visit, surveyor }) => {
  const survey = await threeUnits(surveyor)
  const page = await visit('phone')
  const complaints = watchConsole(page)
  await openAs(page, surveyor, `/survey-plans/${survey.id}`)
  const shown = plans(page)
  const pdf = (name: string, text: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(text),
  })
  await shown.add([
    pdf('broken.pdf', '%PDF-1.7 and then nothing of the sort'),
    await planPdf('locked.pdf', 1, { password: 'secret' }),
    await planPdf('long.pdf', 201),
    {
      name: 'huge.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20 * 1024 * 1024)]),
    },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a plan') },
    await planPng('good.png'),
  ])
  for (const told of [
    'broken.pdf: This PDF cannot be read. It may be damaged.',
    'locked.pdf: This PDF is protected by a password.',
    'long.pdf: This PDF has more than 200 pages.',
    'huge.pdf: This PDF is larger than 20 MB.',
    'notes.txt: This file cannot be read as a picture or a PDF.',
  ])
    await shown.dialog
      .getByRole('alert')
      .getByText(told)
      .waitFor({ timeout: 2 * patience })
  await shown.dialog.getByRole('button', { name: 'Close' }).click()
  await shown.list.getByRole('link', { name: 'good' }).waitFor()
  await page.getByRole('button', { name: 'Rename good' }).click()
  await shown.dialog.getByRole('textbox', { name: 'Name' }).fill('Cellar')
  await shown.dialog.getByRole('button', { name: 'Save' }).click()
  await shown.list.getByRole('link', { name: 'Cellar' }).waitFor()
  const names = async () => (await readSurvey(surveyor, survey.id)).plans?.map(({ name }) => name)
  await expect.poll(names).toEqual(['Cellar'])
  await page.getByRole('button', { name: 'Delete Cellar' }).click()
  await shown.dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Add a floor plan as a picture or PDF').waitFor()
  await expect.poll(names).toEqual([])
  expect(complaints.lines()).toEqual([])
})

/** How many pins are on the device and not sent: what is shown is a moment ahead of what is kept. */
function waitingPins(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const opening = indexedDB.open('fieldbook')
        opening.onsuccess = () => {
          const rows = opening.result.transaction('outbox').objectStore('outbox').getAll()
          rows.onsuccess = () => {
            opening.result.close()
            done(rows.result.filter(({ endpoint }) => endpoint === 'plans.setPin').length)
          }
        }
      }),
  )
}

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { sideways } from '../sideways.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

/** The template that has building information; the other one has none. */
async function startWiring({ api }: Surveyor, name: string): Promise<SurveyDetail> {
  const templates = await api.call(listTemplates, {})
  const template = templates?.body.survey_templates.find((one) => one.name === 'Property and wiring survey')
  const made = await api.call(createSurvey, {
    body: { survey_template_id: template?.id ?? '', survey_name: name, owner_name: 'Mrs Dudley' },
  })
  if (made?.status !== 201) throw new Error(`No survey: ${JSON.stringify(made?.body)}`)
  return made.body.data.attributes
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Building information', level: 1 })
const chooser = (page: Page) => page.getByRole('combobox', { name: 'Survey', exact: true })
const building = 'Building name or number'

describe.each<Size>(usually('phone'))('building information on a %s', (size) => {
  test('it is the real form of the newest survey, and another one can be chosen', async ({
    visit,
    surveyor,
  }) => {
    const older = await startWiring(surveyor, 'Harbor View')
    const newer = await startWiring(surveyor, 'Hill House')
    await startSurvey(surveyor, { name: 'Without buildings' })
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, '/BuildingInfo')
    await heading(page).waitFor()
    await form(page).heading('Building Information').waitFor()
    expect(await chooser(page).locator('option').allTextContents()).toEqual([
      'Hill House · Mrs Dudley',
      'Harbor View · Mrs Dudley',
    ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await seriousOn(page)).toEqual([])
    }
    expect(await sideways(page)).toBeLessThanOrEqual(0)

    await form(page).input(building).fill('North tower')
    const stored = async ({ id }: SurveyDetail) =>
      answerOf(await readSurvey(surveyor, id), 'Building Information', building).field_value
    await expect.poll(() => stored(newer)).toBe('North tower')

    await chooser(page).selectOption({ label: 'Harbor View · Mrs Dudley' })
    await expect.poll(() => form(page).input(building).inputValue()).toBe('')
    await form(page).input(building).fill('Boat house')
    await expect.poll(() => stored(older)).toBe('Boat house')
    expect(await stored(newer)).toBe('North tower')
    await page.reload()
    await expect.poll(() => form(page).input(building).inputValue()).toBe('Boat house')

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).waitFor()
    await page.keyboard.press('Escape')
    await form(page).next('Midrise or highrise floor info')
    expect(page.url()).toContain(`/survey/${older.survey_template_id}/${older.id}/`)
  })

  test('it leads to a first survey, and opens from the device without network', async ({
    visit,
    surveyor,
  }) => {
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, '/BuildingInfo')
    await page.getByText('None of your unfinished surveys has a Building Information section.').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Start a survey' }).click()
    await page.getByRole('button', { name: 'Create survey' }).first().waitFor()

    await startWiring(surveyor, 'Hill House')
    await page.goto('/BuildingInfo')
    await form(page).heading('Building Information').waitFor()
    await page.getByText('Hill House · Mrs Dudley').waitFor()
    await form(page).input(building).fill('North tower')
    await form(page).syncLine.getByText('On the server').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await expect.poll(() => form(page).input(building).inputValue()).toBe('North tower')
  })

  test('without network and without a survey on the device it says so, and tries again', async ({
    visit,
    surveyor,
  }) => {
    await startWiring(surveyor, 'Hill House')
    const page = await visit(size)
    await openAs(page, surveyor, '/dashboard')
    await page.route('**/bx_block_survey/**', (route) => route.abort())
    await page.goto('/BuildingInfo')
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await page.unroute('**/bx_block_survey/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await form(page).heading('Building Information').waitFor()
  })
})

test('on the smallest phone nothing scrolls sideways, however long the names', async ({
  visit,
  surveyor,
}) => {
  for (const name of ['The house at the very end of the long road to Hill', 'Harbor View'])
    await startWiring(surveyor, name)
  const page = await visit('phone', { viewport: { width: 320, height: 640 } })
  await openAs(page, surveyor, '/BuildingInfo')
  await form(page).heading('Building Information').waitFor()
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  for (const path of ['/Settings2', '/Cfspeechtotext5']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await sideways(page)).toBeLessThanOrEqual(0)
  }
})

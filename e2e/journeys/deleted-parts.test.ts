import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const section = 'Building exterior'

/** With two buildings, of which the first has its answers. */
async function twoBuildings(page: Page, surveyor: Surveyor) {
  const survey = await startSurvey(surveyor)
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.next(section)
  await fields.input('Building name or number').fill('East wing')
  await fields.press('Roof and gutters', 'Good')
  await fields.press('Walls and siding', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part(`${section} 2`).waitFor()
  await fields.input('Building name or number').fill('West wing')
  return survey
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await form(page).dialog.getByRole('button', { name: 'Yes', exact: true }).click()
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('a building that was deleted by mistake without network is there again at once, with what was typed in it', async ({
    visit,
    surveyor,
  }) => {
    const page = await visit(size, { bypassCSP: true })
    const survey = await twoBuildings(page, surveyor)
    const fields = form(page)
    await expect
      .poll(async () => names(await readSurvey(surveyor, survey.id)))
      .toEqual(['East wing', 'West wing'])
    await page.context().setOffline(true)
    await fields.part('East wing').getByRole('button').first().click()
    await fields.input('Building name or number').first().fill('East wing, old')
    await remove(page, 'East wing, old')
    await page.getByText(`East wing, old was deleted.`).waitFor()
    expect(await seriousOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await fields.part('East wing, old').waitFor()
    await expect
      .poll(() => fields.input('Building name or number').first().inputValue())
      .toBe('East wing, old')
    expect(await page.getByText('was deleted.').count()).toBe(0)
    await expect.poll(() => focusedPart(page)).toBe('East wing, old')

    // Deleted and gone on: typing takes the line away, and it is still listed.
    await remove(page, 'West wing')
    await page.getByText(`West wing was deleted.`).waitFor()
    await fields.input('Building name or number').fill('East wing, new')
    await page.getByText('was deleted.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deleted: 1' }).click()
    await fields.dialog.getByText('West wing').waitFor()
    await fields.dialog.getByText(/^Offline\. Only unsent deletions from this device/).waitFor()
    expect(await seriousOn(page)).toEqual([])
    await fields.dialog.getByRole('button', { name: 'Restore West wing' }).click()
    await fields.dialog.waitFor({ state: 'hidden' })
    await fields.part('West wing').waitFor()
    await page.context().setOffline(false)
    await expect
      .poll(async () => names(await readSurvey(surveyor, survey.id)))
      .toEqual(['East wing, new', 'West wing'])
  })

  test('one that was deleted long ago, elsewhere, is listed with what is in it and comes back whole', async ({
    visit,
    surveyor,
  }) => {
    const page = await visit(size, { bypassCSP: true })
    const survey = await twoBuildings(page, surveyor)
    const fields = form(page)
    await remove(page, 'East wing')
    await fields.part('East wing').waitFor({ state: 'detached' })
    await expect.poll(async () => names(await readSurvey(surveyor, survey.id))).toEqual(['West wing'])

    const elsewhere = await visit('desktop', { bypassCSP: true })
    await openAs(elsewhere, surveyor, formAddress(survey))
    await form(elsewhere).next(section)
    await elsewhere.getByRole('button', { name: 'Deleted: 1' }).click()
    const { dialog } = form(elsewhere)
    await dialog.getByText(/Deleted .* · 3 answers$/).waitFor()
    expect(await seriousOn(elsewhere)).toEqual([])
    await dialog.getByRole('button', { name: 'Restore East wing' }).click()
    await dialog.waitFor({ state: 'hidden' })
    for (const one of [elsewhere, page]) await form(one).part('East wing').waitFor()
    expect(names(await readSurvey(surveyor, survey.id))).toEqual(['East wing', 'West wing'])
    await page.getByRole('button', { name: /^Deleted: / }).waitFor({ state: 'detached' })
    // The line of the first deletion has gone with its part's return.
    expect(await page.getByText('was deleted.').count()).toBe(0)
  })
})

function names(survey: Awaited<ReturnType<typeof readSurvey>>): readonly string[] {
  const parts = survey.user_survey_sections.find(
    ({ user_survey_section_name: name }) => name === section,
  )?.user_survey_sub_sections
  return (parts ?? []).map(
    ({ user_survey_sub_section_details: details }) =>
      details.find(({ field_name }) => field_name === 'Building name or number')?.field_value ?? '',
  )
}

function focusedPart(page: Page): Promise<string> {
  return page.evaluate(() => {
    const part = document.activeElement?.closest('[id^="part-"]')
    return part?.querySelector('h3 button span span')?.textContent ?? ''
  })
}

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { onOwnSite } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { watchConsole } from '../page-log.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form, problemOf } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

const more = join(import.meta.dirname, '..', '..', 'server', 'testing', 'template-with-conditions.ts')

const test = onOwnSite({ NODE_OPTIONS: `--import ${more}` })

function begin(surveyor: Surveyor, templateName = 'Survey with conditions'): Promise<SurveyDetail> {
  return startSurvey(surveyor, { templateName })
}

/** Submits, returns the reported problems, and closes the dialog. */
async function refused(page: Page): Promise<{ title: string | null; links: string[] }> {
  const survey = form(page)
  await survey.submit.click()
  const title = await survey.dialog.getByRole('heading', { level: 2 }).textContent()
  const links = await survey.dialog.getByRole('link').allTextContents()
  return { title, links }
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('fields come and go with their conditions, and a broken rule is led to', async ({
    visit,
    surveyor,
  }) => {
    const made = await begin(surveyor)
    const page = await visit(size)
    const complaints = watchConsole(page)
    await openAs(page, surveyor, formAddress(made))
    const survey = form(page)
    await survey.heading('Site').waitFor()
    expect(await survey.input('Floors').count()).toBe(0)

    await survey.press('Kind', 'Tower')
    await survey.input('Floors').fill('30')
    await survey.input('Why so high').fill('The view')
    await survey.press('Kind', 'House')
    await survey.input('Why so high').waitFor({ state: 'detached' })
    expect(await survey.input('Floors').count()).toBe(0)
    await survey.press('Kind', 'Tower')
    await survey.input('Why so high').waitFor()
    expect(await survey.input('Floors').inputValue()).toBe('30')
    expect(await survey.input('Why so high').inputValue()).toBe('The view')
    await survey.press('Kind', 'House')

    await survey.next('Unit')
    expect(await survey.input('Fiber count').count()).toBe(0)
    await survey.press('Wiring', 'Fiber cable')
    await survey.input('Fiber count').waitFor()
    expect(await refused(page)).toEqual({
      title: 'Please fill all mandatory fields',
      links: ['Unit name', 'Area', 'Fiber count'],
    })
    await survey.dialog.getByRole('link', { name: 'Unit name' }).click()
    await survey.press('Wiring', 'Fiber cable')
    await survey.input('Unit name').fill('1A')
    await survey.input('Area').fill('5')
    await survey.input('Rooms').fill('8')
    await survey.input('Unit name').focus()
    await problemOf(survey.input('Rooms')).getByText('This answer is not valid.').waitFor()

    expect(await refused(page)).toEqual({
      title: 'Please correct the marked fields',
      links: ['Rooms: This answer is not valid.'],
    })
    await survey.dialog.getByRole('link').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/-input$/)
    await survey.input('Area').fill('40')
    await problemOf(survey.input('Rooms')).waitFor({ state: 'detached' })
    const stored = async () => answerOf(await readSurvey(surveyor, made.id), 'Site', 'Total area').field_value
    await expect.poll(stored).toBe('40')

    await survey.submit.click()
    await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
    const sent = await readSurvey(surveyor, made.id)
    expect(sent.status).toBe('Completed')
    expect(answerOf(sent, 'Site', 'Why so high').field_value).toBe('The view')
    expect(complaints.lines()).toEqual([])
  })
  test('a choice offers what goes with the answer before it, and what no longer does stays with a note', async ({
    visit,
    surveyor,
  }) => {
    const made = await begin(surveyor, 'Survey with choices')
    const page = await visit(size, { bypassCSP: true })
    const complaints = watchConsole(page)
    await openAs(page, surveyor, formAddress(made))
    const survey = form(page)
    const floors = survey.group('Floor')
    await floors.getByText('Answer “Building” first.').waitFor()
    expect(await floors.getByRole('radio').count()).toBe(0)
    expect(await survey.group('Wiring').getByRole('checkbox', { name: 'Optical fiber' }).isChecked()).toBe(
      true,
    )
    expect(await seriousOn(page)).toEqual([])

    await survey.choose('Building', 'North tower')
    await survey.press('Floor', 'North roof')
    expect(await floors.getByRole('radio').count()).toBe(2)
    await survey.choose('Building', 'South tower')
    await floors.getByText('“North roof” does not match the other answers.').waitFor()
    expect(await floors.getByRole('radio', { name: 'North roof' }).isChecked()).toBe(true)
    expect(await floors.getByRole('radio').count()).toBe(2)
    expect(await seriousOn(page)).toEqual([])
    await survey.press('Floor', 'South ground')
    await floors.getByText('does not match').waitFor({ state: 'detached' })
    expect(await floors.getByRole('radio').count()).toBe(1)
    const stored = async () => answerOf(await readSurvey(surveyor, made.id), 'Site', 'Said').field_value
    await expect.poll(stored).toBe('s0 South ground cu 2')
    expect(complaints.lines()).toEqual([])
  })
})

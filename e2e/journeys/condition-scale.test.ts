import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { brokenWords } from '../broken-words.ts'
import { test } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Site, Surveyor } from '../site.ts'

const grades = ['Good', 'Fair', 'Poor', 'Not inspected']
const walk: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Wall walk',
  sections: [
    {
      key: 'walls',
      name: 'Walls',
      fields: [
        { key: 'north', name: 'North wall', type: 'radio', options: grades },
        { key: 'dry', name: 'Is it dry?', type: 'radio', options: ['Yes', 'No', 'N/A'] },
        { key: 'south', name: 'South wall', type: 'radio', options: grades, mandatory: true },
      ],
    },
  ],
}

async function startWalk(site: Site, surveyor: Surveyor) {
  const maker = await asAdmin(site)
  return startSurvey(surveyor, { template: await publish(maker, await makeForm(maker, walk)) })
}

/** The boxes of a field's choices, in their order. */
async function choicesOf(page: Page, field: string) {
  const labels = page.getByRole('group', { name: field, exact: true }).locator('label')
  await labels.first().waitFor()
  return labels.evaluateAll((all) =>
    all.map((one) => {
      const { top, width, height } = one.getBoundingClientRect()
      return { top, width, height, icons: one.querySelectorAll('svg').length }
    }),
  )
}

test.for([390, 320])(
  'a condition is one row of segments on a phone %i px wide',
  async (width, { visit, site, surveyor }) => {
    const survey = await startWalk(site, surveyor)
    const page = await visit('phone', { bypassCSP: true, viewport: { width, height: 844 } })
    await openAs(page, surveyor, formAddress(survey))
    const segments = await choicesOf(page, 'North wall')
    expect(new Set(segments.map(({ top }) => top)).size).toBe(1)
    for (const segment of segments) {
      expect(Math.min(segment.width, segment.height)).toBeGreaterThanOrEqual(44)
      expect(segment.icons).toBe(1)
    }
    expect((await choicesOf(page, 'Is it dry?')).map(({ icons }) => icons)).toEqual([0, 0, 0])

    const north = page.getByRole('group', { name: 'North wall', exact: true })
    await north.getByText('Poor', { exact: true }).tap()
    await expect.poll(() => north.getByRole('radio', { name: 'Poor' }).isChecked()).toBe(true)
    expect(await choicesOf(page, 'North wall')).toEqual(segments)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await seriousOn(page), colorScheme).toEqual([])
    }
    await expect.poll(() => form(page).syncLine.textContent()).toContain('On the server')
    expect(answerOf(await readSurvey(surveyor, survey.id), 'Walls', 'North wall').field_value).toBe('Poor')
  },
)

test('at 150 % text on 320 px no word of a condition is cut or broken', async ({ visit, site, surveyor }) => {
  const survey = await startWalk(site, surveyor)
  await surveyor.api.call(changeSettings, { body: { data: { attributes: { text_size: 150 } } } })
  const page = await visit('phone', { viewport: { width: 320, height: 568 } })
  await openAs(page, surveyor, formAddress(survey))
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe('24px')
  await choicesOf(page, 'North wall')
  expect(await brokenWords(page)).toEqual([])
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await over()).toBeLessThanOrEqual(0)
})

test('arrow keys move among the segments, as among radio buttons', async ({ visit, site, surveyor }) => {
  const survey = await startWalk(site, surveyor)
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  const south = page.getByRole('group', { name: 'South wall', exact: true })
  const radio = (name: string) => south.getByRole('radio', { name, exact: true })
  await radio('Good').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await focused(radio('Fair'))
  expect(await radio('Fair').isChecked()).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await radio('Not inspected').isChecked()).toBe(true)
})

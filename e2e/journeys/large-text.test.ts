import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { brokenWords } from '../broken-words.ts'
import { openWholeChromium, type Size, sizes } from '../chromium.ts'
import { coveredWords } from '../covered-words.ts'
import type { Locator } from '../engines/page.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { answerFields, answerOf, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { proven, type Surveyor } from '../site.ts'
import { isSoak } from '../sizes.ts'
import { makeAdmin, teamOf } from '../teams.ts'

const rack: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Rack walk',
  sections: [{ key: 'closet', name: 'Closet', fields: [{ key: 'rack', name: 'Rack', type: 'text' }] }],
}
const renamed = { ...rack, name: 'Rack and door walk' }

/** With `npm run soak` a tablet held wide as well. */
const screens: readonly (readonly [Size, BrowserContextOptions])[] = [
  ['phone', {}],
  ...(isSoak ? [['desktop', { viewport: { width: 1024, height: 768 } }] as const] : []),
]

const enlarge = ({ api }: Surveyor) =>
  api.call(changeSettings, { body: { data: { attributes: { text_size: 150 } } } })

/** Nothing is cut off at the side, no word is broken, axe finds nothing serious. */
async function look(page: Page, sight: string): Promise<void> {
  const textSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(textSize).toBe('24px')
  const over = await page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
    return Math.max(...all.map((one) => one.scrollWidth - one.clientWidth))
  })
  expect.soft(over, `${sight} scrolls sideways by`).toBeLessThanOrEqual(0)
  expect.soft(await brokenWords(page), sight).toEqual([])
  expect.soft(await seriousOn(page), sight).toEqual([])
}

test('at 150 % in Spanish on the narrowest phone, a reviewer’s screens break no words', async ({
  site,
  visit,
}) => {
  const surveyor = await proven(site, 'Rivera')
  const reviewer = await proven(site, 'Jones')
  await teamOf(site, surveyor, reviewer)
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  await answerFields(surveyor, survey, 'Property and visit', { Address: { field_value: '12 Ridge Road' } })
  const attributes = { text_size: 150, language: 'es' } as const
  await reviewer.api.call(changeSettings, { body: { data: { attributes } } })
  const page = await visit('phone', { bypassCSP: true, viewport: { width: 320, height: 568 } })
  await openAs(page, reviewer, '/Review')
  await page.getByText('Modificada después del envío').waitFor()
  await look(page, 'queue')
  await page.getByRole('link', { name: 'Hill House', exact: true }).click()
  await page.getByRole('button', { name: 'Devolver' }).waitFor()
  await look(page, 'survey in the queue')
})

describe.each(screens)('at 150 % on a %s', (size, options) => {
  test('a reviewer reads, notes and sends back', async ({ site, visit }) => {
    const surveyor = await proven(site, 'Rivera')
    const reviewer = await proven(site, 'Jones')
    await teamOf(site, surveyor, reviewer)
    const survey = await startSurvey(surveyor, { name: 'Riverside Court, building number 9' })
    await submitFilled(surveyor, survey)
    await enlarge(reviewer)
    const page = await visit(size, { bypassCSP: true, ...options })
    await logIn(page, reviewer)
    await look(page, 'dashboard')
    await page.goto('/Team')
    await page.getByRole('link', { name: /^Riverside Court/ }).waitFor()
    await look(page, 'team')
    await page.goto(`/SaveAsPdf/${survey.id}`)
    const review = page.getByRole('region', { name: 'Review' })
    await review.getByRole('button', { name: 'Send back' }).waitFor()
    await look(page, 'report')
    const taken = await review.boundingBox()
    expect(taken?.height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) / 4)
    await page.goto(formAddress(survey))
    await page.getByRole('button', { name: 'Add note to Address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('Which entrance?')
    await look(page, 'note')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Your note, not sent yet').waitFor()
    await look(page, 'form')
    await review.getByRole('button', { name: 'Send back' }).click()
    await dialog.getByLabel('Message to the surveyor').waitFor()
    await look(page, 'sending back')
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await page.getByText(/^Sent back by Sam Jones, /).waitFor()
    await look(page, 'sent back')
  })

  test('an admin looks after teams', async ({ site, visit }) => {
    await teamOf(site, await proven(site, 'Rivera'), await proven(site, 'Jones'))
    const office = await proven(site, 'Office')
    await enlarge(office)
    await makeAdmin(site, office)
    const page = await visit(size, { bypassCSP: true, ...options })
    await openAs(page, office, '/Adminconsole2?tab=teams')
    await page.getByText('Can review').first().waitFor({ state: 'attached' })
    await look(page, 'teams')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('dialog').getByLabel('Team name').waitFor()
    await look(page, 'new team')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Add person to/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Person').waitFor()
    await look(page, 'new member')
  })

  test('filters of the list, and the activity log', async ({ visit, surveyor }) => {
    const survey = await startSurvey(surveyor, { name: 'Riverside Court, building number 9' })
    await enlarge(surveyor)
    const page = await visit(size, { bypassCSP: true, ...options })
    await logIn(page, surveyor)
    const list = dashboard(page)
    await list.surveys.getByRole('link', { name: /^Riverside Court/ }).waitFor()
    await look(page, 'list')
    const all = page.getByRole('button', { name: /^(Filters|More filters)$/ })
    await all.first().click()
    await page.getByRole('combobox', { name: 'Template' }).waitFor()
    await look(page, 'filters')
    await page.goto(formAddress(survey))
    await form(page).input('Address').fill('12 Ridge Road')
    await form(page).input('Address').press('Tab')
    const stored = async () =>
      answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Address').field_value
    await expect.poll(stored).toBe('12 Ridge Road')
    await form(page).leave()
    await page
      .getByRole('link', { name: /Open data storage/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Activity log' }).getByRole('table').waitFor()
    await look(page, 'activity log')
  })
})

test('at 150 % beside a table, surveys that are chosen are moved', async ({ site, visit, surveyor }) => {
  const maker = await asAdmin(site)
  const id = await makeForm(maker, rack)
  const old = await publish(maker, id)
  for (const number of [1, 2]) await startSurvey(surveyor, { name: `Tower ${number}`, template: old })
  await publish(maker, id, renamed)
  await enlarge(surveyor)
  const page = await visit('desktop', { bypassCSP: true, viewport: { width: 1920, height: 1080 } })
  await logIn(page, surveyor)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const chosen = page.getByRole('group', { name: 'Selected surveys' })
  await look(page, 'chosen')
  await chosen.getByRole('button', { name: 'Move to newest version' }).click()
  await page.getByText('2 surveys follow an older version of their template.').waitFor()
  await look(page, 'move many')
})

test('at 150 % on the smallest phone, a card of the list has room for its words and the widest name', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'WWWWWWWWWW Tower' })
  await submitFilled(surveyor, survey)
  await enlarge(surveyor)
  const page = await visit('phone', { bypassCSP: true, viewport: { width: 320, height: 568 } })
  await logIn(page, surveyor)
  const list = dashboard(page).surveys
  await list.getByText('Completed', { exact: true }).waitFor()
  await look(page, 'list')
  expect.soft(await underIcons(list)).toEqual([])
})

/** Words that an icon lies over. */
function underIcons(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const icons = [...root.querySelectorAll('button svg')].map((icon) => icon.getBoundingClientRect())
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const lies = icons.some(
        (icon) => icon.left < right && icon.right > left && icon.top < bottom && icon.bottom > top,
      )
      if (lies && right - left > 1) found.push(text.nodeValue ?? '')
    }
    return found
  })
}

test('at 150 % on a phone, several shots of the camera', async ({ site, surveyor }) => {
  await enlarge(surveyor)
  const survey = await startSurvey(surveyor)
  const chrome = await openWholeChromium(['--use-fake-device-for-media-stream'])
  try {
    const context = await chrome.newContext({
      baseURL: site.address,
      bypassCSP: true,
      ...sizes.phone,
      permissions: ['camera'],
    })
    const page = await context.newPage()
    await openAs(page, surveyor, formAddress(survey))
    await form(page).heading('Property and visit').waitFor()
    const field = media(page, 'Overview')
    await field.open()
    await look(page, 'adding photos')
    await field.close.click()
    await page.getByRole('button', { name: 'Take a photo Overview', exact: true }).tap()
    const camera = page.getByRole('dialog', { name: 'Camera: Overview' })
    const shutter = camera.getByRole('button', { name: 'Take the photo' })
    for (const count of ['1 photo', '2 photos']) {
      await expect.poll(() => shutter.getAttribute('aria-disabled')).toBe('false')
      await shutter.tap()
      await camera.getByText(count, { exact: true }).waitFor()
    }
    await look(page, 'camera')
    expect.soft(await coveredWords(camera)).toEqual([])
    await camera.getByRole('button', { name: 'Done' }).tap()
    await camera.waitFor({ state: 'hidden' })
    await expect.poll(() => field.photos.count()).toBe(2)
    await field.edit.last().evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await look(page, 'shots')
    for (const caption of await field.captions.all()) expect.soft(await coveredWords(caption)).toEqual([])
  } finally {
    await chrome.close()
  }
})

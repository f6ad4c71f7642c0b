import { expect } from 'vitest'
import { sendBack } from '#contract/surveys/reviews.ts'
import { openAs } from '../open-as.ts'
import { answerFields, formAddress, startSurvey, submitFilled } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Site, Surveyor } from '../site.ts'
import { teamOf } from '../teams.ts'
import { test } from './fixtures.ts'
import type { Locator, Page } from './page.ts'

test('the edited field stays in place when a notice appears in the form', async ({
  visit,
  site,
  surveyor,
}) => {
  const { page } = await visit('phone')
  const first = form(page).input('Property name')
  const review = await openSubmitted(site, surveyor, page)
  await begin(first)
  expect(await movedBy(review, first, page)).toBeLessThanOrEqual(2)
  // The notice is now above the viewport; a line below the header leads to it.
  await page.getByRole('button', { name: 'Sent back' }).click()
  await page.getByText('Which entrance is it?').waitFor()
})

// Safari does not anchor scrolling by itself.
test.for(['writes', 'reads'])(
  'so does content further down, for a user who %s there',
  async (does, { visit, site, surveyor }) => {
    const { page } = await visit('phone')
    const review = await openSubmitted(site, surveyor, page)
    const last = page.getByRole('textbox').last()
    await last.evaluate(async (node) => {
      // Scroll anchoring pauses during momentum scrolling, so wait until it resumes.
      const rested = new Promise((done) =>
        document.addEventListener('scroll', () => setTimeout(done, 200), { once: true }),
      )
      node.scrollIntoView({ block: 'center', behavior: 'instant' })
      await rested
    })
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
    if (does === 'writes') await begin(last)
    expect(await movedBy(review, last, page)).toBeLessThanOrEqual(2)
  },
)

test('a field that another user’s answer adds above does not move the edited one', async ({
  visit,
  surveyor,
}) => {
  const { page } = await visit('phone')
  const survey = await startSurvey(surveyor, { templateName: 'Telecom closet acceptance' })
  await openAs(page, surveyor, formAddress(survey))
  await form(page).syncLine.filter({ hasText: 'On the server' }).waitFor()
  const written = form(page).input('Contractor')
  await written.fill('Acme')
  await form(page).syncLine.filter({ hasText: 'On the server' }).waitFor()
  const before = await topOf(written)
  await answerFields(surveyor, survey, 'Site and visit', { 'Type of work': { field_value: 'Repair' } })
  await form(page).input('What was repaired').waitFor()
  expect(Math.abs((await topOf(written)) - before)).toBeLessThanOrEqual(2)
})

/** Focuses the field. WebKit reports no focus in a background window, so the event is dispatched. */
const begin = (input: Locator) =>
  input.evaluate((node) => {
    // After a scroll the form holds nothing for a moment.
    node.focus({ preventScroll: true })
    if (!document.hasFocus()) node.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })

/** Returns the painted position: the last change may not be laid out yet. */
const topOf = (input: Locator) =>
  input.evaluate(async (node) => {
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    return node.getBoundingClientRect().top
  })

/**
 * Returns how far an input moves when the reviewer sends the survey back, which shows a notice at the form's
 * top.
 */
async function movedBy(review: () => Promise<void>, input: Locator, page: Page): Promise<number> {
  const before = await topOf(input)
  await review()
  await page.getByText('Which entrance is it?').waitFor({ state: 'attached' })
  return Math.abs((await topOf(input)) - before)
}

/** Opens the form of a submitted survey; returns a function that sends it back. */
async function openSubmitted(site: Site, surveyor: Surveyor, page: Page): Promise<() => Promise<void>> {
  const reviewer = await site.surveyor()
  await teamOf(site, surveyor, reviewer)
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).syncLine.filter({ hasText: 'On the server' }).waitFor()
  return async () => {
    const sent = await reviewer.api.call(sendBack, {
      params: { id: survey.id },
      body: { message: 'Which entrance is it?' },
    })
    if (sent?.status !== 200) throw new Error(JSON.stringify(sent?.body))
  }
}

import fc from 'fast-check'
import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'
import type { Page } from './page.ts'

/*
 * Like the journey of the same name, which kills the browser. Standards-driven browsers lose their profile
 * with their process, so here the server, network or page ends mid-word.
 */

/** A few per run; `npm run soak` has fifty. Another seed gives other cases. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const seed = Number(process.env.KILL_SEED ?? 5)
const field = 'Address'

const story = fc.sample(
  fc.record({
    victim: fc.constantFrom('server', 'page', 'server and page', 'network'),
    /** Milliseconds after the first letter. */
    moment: fc.integer({ min: 100, max: 3_000 }),
    letters: fc.integer({ min: 5, max: 40 }),
  }),
  { seed, numRuns: rounds },
)

test('a kill of any part at any moment loses at most a second of typing and duplicates nothing', {
  timeout: rounds * 60_000 + patience,
}, async ({ site, visit, surveyor, onTestFinished }) => {
  onTestFinished(() => site.revive())
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input(field).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  let least = ''
  for (const { victim, moment, letters } of story) {
    await page.goto(formAddress(survey))
    const before = await stillThere(page, least)
    const typed: { letter: string; at: number }[] = []
    const blow = Promise.withResolvers<void>()
    const working = type(page, letters, typed, blow.promise)
    // The test data determines the moment, not the app.
    await Promise.race([working, new Promise((go) => setTimeout(go, moment))])
    const at = performance.now()
    blow.resolve()
    if (victim === 'network') link.cut()
    if (victim.startsWith('server')) await site.kill()
    if (victim.endsWith('page')) await page.goto(`/icon.svg?${at}`).catch(() => undefined)
    await working
    least = before + typed.flatMap((one) => (one.at <= at - 1_000 ? [one.letter] : [])).join('')
    if (victim === 'network') link.mend()
    await site.revive()
  }
  await page.goto(formAddress(survey))
  const shown = await stillThere(page, least)
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor({ timeout: 3 * patience })
  const saved = await readSurvey(surveyor, survey.id)
  expect(answerOf(saved, 'Property and visit', field).field_value).toBe(shown)
})

/** Expects the text typed earlier in the form. Returns the field's text. */
async function stillThere(page: Page, least: string): Promise<string> {
  const input = form(page).input(field)
  await input.waitFor()
  await expect.poll(async () => (await input.inputValue()).slice(0, least.length)).toBe(least)
  return input.inputValue()
}

/** Appends letters one by one until all are typed or something has ended. */
async function type(
  page: Page,
  letters: number,
  typed: { letter: string; at: number }[],
  ended: Promise<void>,
): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const input = form(page).input(field)
  try {
    await input.press('Control+End')
    for (const letter of 'loremipsumdolor'.repeat(4).slice(0, letters)) {
      if (isOver) return
      await input.press(letter)
      typed.push({ letter, at: performance.now() })
    }
  } catch (error) {
    // The page is gone.
    if (!isOver) throw error
  }
}

import { join } from 'node:path'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from '../chromium.ts'
import { damages } from '../damage-store.ts'
import { test } from '../fixtures.ts'
import { type KillableBrowser, newProfile, openKillable } from '../killable-browser.ts'
import { patience } from '../patience.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

/** Two per run; `npm run soak` has fifty. Another seed gives other cases. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const seed = Number(process.env.KILL_SEED ?? 5)
const field = 'Address'

const story = fc
  .sample(
    fc.record({
      /** Milliseconds after the first letter. */
      moment: fc.integer({ min: 100, max: 2_500 }),
      letters: fc.integer({ min: 5, max: 40 }),
    }),
    { seed, numRuns: rounds },
  )
  .map((round, index) => ({ ...round, damage: damages[index % damages.length] ?? damages[0] }))

test('loses at most a second of typing if a killed browser’s database is missing or damaged at the next start', {
  timeout: rounds * 60_000 + patience,
}, async ({ site, surveyor, onTestFinished }) => {
  const profile = await newProfile()
  let browser: KillableBrowser | null = null
  onTestFinished(() => browser?.kill())
  const survey = await startSurvey(surveyor)
  const address = site.address + formAddress(survey)
  let least = ''
  for (const [round, { moment, letters, damage }] of story.entries()) {
    browser = await openKillable(profile)
    const page = await newPage(browser)
    if (round === 0) {
      await logIn(page, surveyor, site.address)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    }
    const before = await arrived(page)
    await browser.context.setOffline(true)
    const typed: { letter: string; at: number }[] = []
    const typing = type(page, letters, typed)
    // The test data determines the moment, not the app.
    await Promise.race([typing, new Promise((go) => setTimeout(go, moment))])
    const blow = performance.now()
    await browser.kill()
    await typing
    await damage(join(profile, 'Default', 'IndexedDB'))
    least = before + typed.flatMap(({ letter, at }) => (at <= blow - 1_000 ? [letter] : [])).join('')
  }
  browser = await openKillable(profile)
  await arrived(await newPage(browser))

  /** Expects everything surely recorded in the form, and then on the server. Returns the field's text. */
  async function arrived(page: Page): Promise<string> {
    await page.goto(address)
    const input = form(page).input(field)
    await input.waitFor()
    await expect.poll(async () => (await input.inputValue()).slice(0, least.length)).toBe(least)
    await form(page)
      .syncLine.getByText(/On the server/)
      .waitFor({ timeout: 3 * patience })
    const shown = await input.inputValue()
    const saved = answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', field)
    expect(saved.field_value).toBe(shown)
    return shown
  }
})

async function newPage(browser: KillableBrowser): Promise<Page> {
  const page = await browser.context.newPage()
  await page.setViewportSize(sizes.phone.viewport)
  return page
}

/** Types letter by letter until all are typed or the browser is gone. */
async function type(page: Page, letters: number, typed: { letter: string; at: number }[]): Promise<void> {
  const input = form(page).input(field)
  try {
    await input.press('Control+End')
    for (const letter of 'loremipsumdolor'.repeat(3).slice(0, letters)) {
      await page.keyboard.type(letter, { delay: 30 })
      typed.push({ letter, at: performance.now() })
    }
  } catch {
    // The browser was killed.
  }
}

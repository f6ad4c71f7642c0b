import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { type KillableBrowser, newProfile, openKillable } from '../killable-browser.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

/** A few per run; `npm run soak` has fifty. Another seed gives other cases. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const seed = Number(process.env.KILL_SEED ?? 5)

const section = 'Property and visit'
const [field, pictures] = ['Address', 'Overview']
/** An answer accepts ten uploads. */
const roundsOfSurvey = 8
/** Milliseconds per key of a fast typist. */
const delay = 30

const story = fc.sample(
  fc.record({
    victim: fc.constantFrom('browser', 'server', 'both', 'server, which stays dead for a round'),
    /** Milliseconds after the first letter. */
    moment: fc.integer({ min: 100, max: 4_000 }),
    letters: fc.integer({ min: 5, max: 60 }),
    photoFirst: fc.boolean(),
  }),
  { seed, numRuns: rounds },
)
type Round = (typeof story)[number]

/** Data that must survive the kill. */
interface Sure {
  /** The field's earlier text, and each letter's time. */
  readonly before: string
  readonly typed: { letter: string; at: number }[]
  readonly photos: Set<string>
}

test('a kill of any part at any moment loses at most a second of typing and no photo, and duplicates nothing', {
  timeout: rounds * 60_000,
}, async ({ site, surveyor, onTestFinished }) => {
  const profile = await newProfile()
  let browser: KillableBrowser | null = null
  onTestFinished(() => browser?.kill())
  let alive = true
  let page: Page | null = null

  for (let from = 0; from < story.length; from += roundsOfSurvey) {
    if (!alive) await site.restart()
    alive = true
    const survey = await startSurvey(surveyor, { name: `Rounds from ${from}` })
    const address = site.address + formAddress(survey)
    const picked = new Set<string>()
    let sure: Sure = { before: '', typed: [], photos: new Set() }
    for (const [index, round] of story.slice(from, from + roundsOfSurvey).entries()) {
      browser ??= await openKillable(profile)
      if (!page) {
        page = await browser.context.newPage()
        await page.setViewportSize(sizes.phone.viewport)
        if (from + index === 0) {
          await logIn(page, surveyor, site.address)
          // From here on the program itself is on the device.
          await page.evaluate(async () => void (await navigator.serviceWorker.ready))
        }
      }
      await page.goto(address)
      sure = { before: await stillThere(page, sure), typed: [], photos: sure.photos }
      const name = `${from + index}.jpg`
      picked.add(name)
      const working = work(page, round, { sure, name, seed: from + index })
      // The test data determines the moment, not the app.
      await Promise.race([working, new Promise((go) => setTimeout(go, round.moment))])
      const blow = performance.now()
      if (round.victim !== 'browser' && alive) {
        await site.kill()
        alive = false
      }
      if (round.victim === 'browser' || round.victim === 'both') {
        await browser.kill()
        browser = null
        page = null
      }
      await working
      sure = { ...sure, typed: sure.typed.filter(({ at }) => at <= blow - 1_000) }
      if (!alive && round.victim !== 'server, which stays dead for a round') {
        await site.restart()
        alive = true
      }
    }
    if (!alive) await site.restart()
    alive = true
    browser ??= await openKillable(profile)
    page ??= await browser.context.newPage()
    await page.goto(address)
    const shown = await stillThere(page, sure)
    await form(page)
      .syncLine.getByText(/On the server/)
      .waitFor({ timeout: 3 * patience })
    const arrived = answerOf(await readSurvey(surveyor, survey.id), section, pictures)
    const names = arrived.photos.map(({ filename }) => filename)
    expect(names).toEqual([...new Set(names)])
    expect(names.filter((name) => !picked.has(name))).toEqual([])
    expect([...sure.photos].filter((name) => !names.includes(name))).toEqual([])
    expect(answerOf(await readSurvey(surveyor, survey.id), section, field).field_value).toBe(shown)
  }
})

/** Expects everything typed and added earlier in the form. Returns the field's text. */
async function stillThere(page: Page, sure: Sure): Promise<string> {
  const input = form(page).input(field)
  await input.waitFor()
  await expect.poll(() => media(page, pictures).photos.count()).toBeGreaterThanOrEqual(sure.photos.size)
  const text = await input.inputValue()
  const least = sure.before + sure.typed.map(({ letter }) => letter).join('')
  expect(text.slice(0, least.length)).toBe(least)
  return text
}

/** Types, adds a photo and types on; ends early if the page or browser is gone. */
async function work(
  page: Page,
  { letters, photoFirst }: Round,
  { sure, name, seed }: { sure: Sure; name: string; seed: number },
): Promise<void> {
  try {
    if (photoFirst) await addPhoto(page, name, seed, sure)
    await form(page).input(field).press('Control+End')
    for (const letter of `${name} ${'lorem ipsum dolor '.repeat(4)}`.slice(0, letters)) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay })
      sure.typed.push({ letter, at: performance.now() })
    }
    if (!photoFirst) await addPhoto(page, name, seed, sure)
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

async function addPhoto(page: Page, name: string, seed: number, sure: Sure): Promise<void> {
  const dialog = media(page, pictures)
  const file = await photo(name, seed)
  await dialog.open()
  await dialog.pick([file])
  await dialog.queue.filter({ hasText: name }).waitFor()
  sure.photos.add(name)
  await dialog.close.click()
  await dialog.dialog.waitFor({ state: 'hidden' })
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base } from 'vitest'
import { openChromium, type Size, sizes } from './chromium.ts'
import { addToFailure } from './failure.ts'
import { thawAll } from './frozen-tab.ts'
import { patience } from './patience.ts'
import { openSite, ownSource, type Site, type Surveyor } from './site.ts'

/** Milliseconds; the same timeout as the app's (`web/lib/page/layers.ts`). */
const longestStep = 5_000

/** Milliseconds; other layers, such as a form with changes, are not waited for. */
const longestPause = 3_000

/** Milliseconds until a step caused by a press has started. */
const moment = 50

/** Characters of a page's text in a failure message. */
const sightLength = 1_000
const pictures = join(import.meta.dirname, '..', '.cache', 'e2e')

/** Service workers have their own journeys; here they would fetch 300 files per page. */
const oneVersion = { serviceWorkers: 'block' } as const

/** Opens a separate browser profile at the site's first page. */
export type Visit = (size: Size, options?: BrowserContextOptions) => Promise<Page>

/**
 * One server and one browser shared by many files, which halves a run's work; separate pages and accounts for
 * each journey. Journeys that change site-wide settings use their own site (`onOwnSite`).
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('commonSite', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const site = await openSite()
    onCleanup(() => site.close())
    return site
  })
  .extend('site', { scope: 'file' }, ({ commonSite }, { onCleanup }): Site => {
    // A journey that failed with a killed server must not break the next files.
    onCleanup(() => commonSite.revive())
    return commonSite
  })
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('chrome', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await openChromium()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('visit', async ({ site, chrome, task }, { onCleanup }): Promise<Visit> => {
    const opened: BrowserContext[] = []
    const errors: string[] = []
    onCleanup(async () => {
      // Before pages are inspected or closed: the runner's own cleanup runs later.
      thawAll()
      if (task.result?.state === 'fail')
        addToFailure(task, [...(await keepSights(task.name, opened)), ...errors.slice(-5)])
      // Pending routes of a closing page must not fail a finished journey.
      await Promise.all(
        opened.flatMap((context) =>
          [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
        ),
      )
      await Promise.all(opened.map((context) => context.close()))
      await site.revive()
    })
    return async (size, options = {}) => {
      const context = await chrome.newContext({
        baseURL: site.address,
        extraHTTPHeaders: ownSource(),
        ...oneVersion,
        ...sizes[size],
        ...options,
      })
      context.setDefaultTimeout(patience)
      opened.push(context)
      // Console errors help to find the cause.
      context.on('console', (line) => {
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
          errors.push(`${line.page()?.url()} wrote: ${line.text().slice(0, sightLength)}`)
      })
      context.on('weberror', (thrown) => {
        const error = thrown.error()
        errors.push(`${thrown.page()?.url()} threw: ${(error.stack ?? String(error)).slice(0, sightLength)}`)
      })
      await waitForSteps(context)
      return context.newPage()
    }
  })
  .extend('surveyor', ({ site }): Promise<Surveyor> => site.surveyor())

/** For journeys that change site-wide settings, or need other environment variables. */
export function onOwnSite(environment: Readonly<Record<string, string>> = {}) {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  return test.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await openSite(environment)
    onCleanup(() => site.close())
    return site
  })
}

/** Saves screenshots of the pages and returns their text, often the only evidence of a failed run. */
async function keepSights(name: string, contexts: readonly BrowserContext[]): Promise<string[]> {
  await mkdir(pictures, { recursive: true })
  const said: string[] = []
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = join(pictures, `${name.replaceAll(/\W+/g, '-')}-${index + 1}.png`)
    await page.screenshot({ path, fullPage: true }).catch(() => undefined)
    const words = await page.evaluate(() => document.body.innerText).catch(() => 'gives no answer')
    said.push(`${page.url()} says: ${words.slice(0, sightLength)}`)
  }
  return said
}

interface World {
  stepsUnderWay?: number
}

/**
 * Makes the context's pages wait for pending history steps. A closed dialog steps back a moment later, and a
 * navigation in that moment would cancel one of them; no user is that fast.
 */
async function waitForSteps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const world = globalThis as World
    const { go } = History.prototype
    world.stepsUnderWay = 0
    History.prototype.go = function (by) {
      world.stepsUnderWay = (world.stepsUnderWay ?? 0) + 1
      go.call(this, by)
    }
    const arrived = () => {
      world.stepsUnderWay = 0
    }
    addEventListener('popstate', arrived, { capture: true })
  })
  context.on('page', (page) => {
    const { reload, goto } = page
    page.reload = async (...options) => {
      await steppedBack(page)
      return reload.apply(page, options)
    }
    page.goto = async (...to) => {
      await steppedBack(page)
      return goto.apply(page, to)
    }
  })
}

/** Waits for pending steps; skips a page that does not respond. */
async function steppedBack(page: Page): Promise<void> {
  const until = Date.now() + longestStep
  const given = setTimeout(longestStep, false, { ref: false })
  const isUnderWay = (isSoon: boolean) =>
    Promise.race([
      page.evaluate(
        async ([counts, wait]) => {
          // Let a press take effect first: a dialog that fades out still exists.
          await new Promise<void>((resolve) => globalThis.setTimeout(() => resolve(), wait))
          // On a busy machine, a closed dialog keeps its entry until the app handles it.
          const isOwed = (history.state?.layers ?? 0) > document.querySelectorAll('[role="dialog"]').length
          return ((globalThis as World).stepsUnderWay ?? 0) > 0 || (counts && isOwed)
        },
        [isSoon, moment] as const,
      ),
      given,
    ])
  const soon = Date.now() + longestPause
  while (Date.now() < until && (await isUnderWay(Date.now() < soon).catch(() => false)));
}

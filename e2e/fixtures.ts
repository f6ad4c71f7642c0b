import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base } from 'vitest'
import { openChromium, type Size, sizes } from './chromium.ts'
import { thawAll } from './frozen-tab.ts'
import { patience } from './patience.ts'
import { openSite, ownSource, type Site, type Surveyor } from './site.ts'
import { waitForSteps } from './whole-steps.ts'

/** So many characters of a page's words say where it stands. */
const sightLength = 1_000
const pictures = join(import.meta.dirname, '..', '.cache', 'e2e')

/** What the service worker does has journeys of its own; here it would fetch 300 files for each page. */
const oneVersion = { serviceWorkers: 'block' } as const

/** A browser profile of its own, and its first page on the site. */
export type Visit = (size: Size, options?: BrowserContextOptions) => Promise<Page>

/**
 * One server and one browser for many files, which takes half of the work from a run; pages and accounts of its own for
 * each journey. What holds for everybody on a site is changed on a site of its own (`onOwnSite`).
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('commonSite', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const site = await openSite()
    onCleanup(() => site.close())
    return site
  })
  .extend('site', { scope: 'file' }, ({ commonSite }, { onCleanup }): Site => {
    // A journey that failed with the server dead does not take the next files along.
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
      // Before a page is looked at or closed: what the runner calls when a test is over comes later.
      thawAll()
      const words =
        task.result?.state === 'fail' ? [...(await keepSights(task.name, opened)), ...errors.slice(-5)] : []
      // Often only the output of a run is at hand. The JSON report has the stack, the terminal the message.
      const [error] = task.result?.errors ?? []
      if (error) {
        error.message = [error.message, ...words].join('\n\n')
        error.stack = [error.stack ?? '', ...words].join('\n\n')
      }
      // What a route still does for a page that goes is no failure of a journey that is over.
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
      // What a page that went wrong says of the cause.
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

/** For journeys that change what holds for everybody, or that need a program that was started in another way. */
export function onOwnSite(environment: Readonly<Record<string, string>> = {}) {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  return test.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await openSite(environment)
    onCleanup(() => site.close())
    return site
  })
}

/** Keeps pictures of the pages and gives what they say: often that is all that is left of a run. */
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

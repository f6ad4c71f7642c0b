import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { chromiumPath, openChromium, switches } from '../chromium.ts'
import { addToFailure } from '../failure.ts'
import { newProfile } from '../killable-browser.ts'
import { patience } from '../patience.ts'
import { openSite, type Site, type Surveyor } from '../site.ts'
import type { Engine, EngineName, Person, Size } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { type Link, openLink } from './link.ts'
import type { Page } from './page.ts'
import { openWebKit } from './webkit.ts'

/** Set by the soak: journeys start on an ordinary profile whose cache has the app's files. */
const isOn = process.env.LASTING_PROFILES === '1'

/** Journeys about the app's first start, without a cache. */
const firstStart: readonly string[] = ['screen-not-loaded']

/**
 * Journeys that need WebDriver. WebKit with an ordinary profile is controlled by its inspector: one page, no
 * downloads or geolocation, synthetic input, a window of 1024 × 730, and no call that outlives its document.
 */
const needsDriver: readonly string[] = [
  'day',
  'field-types',
  'killed-at-any-moment',
  'main-job',
  'pictures',
  'to-and-fro',
  'two-tabs',
  'typing-place',
  'without-network',
]

const traces = join(import.meta.dirname, '..', '..', '.cache', 'e2e')
const open = { webkit: openWebKit, firefox: openFirefox, chromium: openChromiumEngine }
/** Milliseconds for one page's trace. */
const traceTime = 10_000
/** Characters of each page's text in a failed test's message. */
const textLength = 1_000
export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export interface Visitor {
  readonly page: Page
  readonly person: Person
  /** This visitor's network. */
  readonly link: Link
}

/**
 * An ordinary profile that outlives its browsers, and their network: another link would be another origin.
 */
export interface Lasting {
  readonly profile: string
  readonly link: Link
}

/** Opens a separate browser at the site's first page. */
export type Visit = (size?: keyof typeof sizes, lasting?: Lasting) => Promise<Visitor>

/** Like the other journeys' fixtures, in the browser of this run (`vitest.config.ts`). */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('site', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Site> => {
    const site = await openSite()
    onCleanup(() => site.close())
    return site
  })
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  .extend('engine', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Engine> => {
    const engine = await open[inject('engine')]()
    onCleanup(() => engine.close())
    return engine
  })
  .extend('visit', async ({ site, engine, task }, { onCleanup }): Promise<Visit> => {
    const opened: Visitor[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail')
        addToFailure(task, await saveTraces(`${engine.name} ${task.name}`, opened))
      for (const { person } of opened) await person.close()
      for (const link of new Set(opened.map(({ link }) => link))) await link.close()
    })
    const isRepeated = opensTwice(engine.name, basename(task.file.filepath, '.test.ts'))
    return async (size = 'phone', lasting) => {
      const link = lasting?.link ?? (await openLink(site.address))
      const profile = lasting?.profile ?? (isRepeated ? await newProfile() : undefined)
      if (!lasting && profile) await openOnce(await engine.person(link.address, sizes[size], profile))
      const person = await engine.person(link.address, sizes[size], profile)
      const visitor = { person, link, page: await person.newPage() }
      opened.push(visitor)
      return visitor
    }
  })
  .extend('surveyor', ({ site }): Promise<Surveyor> => site.surveyor())

/** Fills the browser's cache with the app's files. */
async function openOnce(person: Person): Promise<void> {
  const page = await person.newPage()
  await page.goto('/')
  await page.getByRole('button').first().waitFor()
  // Dismisses the storage notice, which only Firefox shows on such a profile.
  await page.evaluate(() => localStorage.setItem('storage-told', 'ask'))
  await person.close()
}

/** Saves a screenshot, network log and state of each page. Returns the text that each page shows. */
async function saveTraces(name: string, visitors: readonly Visitor[]): Promise<string[]> {
  await mkdir(traces, { recursive: true })
  const begin = join(traces, name.replaceAll(/\W+/g, '-'))
  const pages = visitors.flatMap(({ person, link }) => person.pages().map((page) => ({ page, link })))
  const texts: string[] = []
  for (const [index, { page, link }] of pages.entries()) {
    // A hanging browser must not hang the run.
    const png = await Promise.race([page.screenshot().catch(() => null), pause(traceTime, null)])
    if (png) await writeFile(`${begin}-${index + 1}.png`, png)
    const facts = await Promise.race([page.evaluate(readState).catch(String), pause(traceTime, 'no answer')])
    await writeFile(`${begin}-${index + 1}.txt`, [...link.log, '', facts].join('\n'))
    texts.push(`Page ${index + 1}: ${facts.slice(0, textLength)}`)
  }
  return texts
}

/** Runs in the page: returns its address and text, then its locks and loaded files. */
async function readState(): Promise<string> {
  const locks = await navigator.locks.query()
  const loads = performance.getEntriesByType('resource').map((one) => {
    const { name, initiatorType, startTime, duration } = one as PerformanceResourceTiming
    return `${Math.round(startTime)} +${Math.round(duration)} ${initiatorType} ${name}`
  })
  const worker = navigator.serviceWorker?.controller?.state ?? 'no worker'
  const status = `${Math.round(performance.now())} ms, ${worker}`
  return [location.href, document.body.innerText, status, JSON.stringify(locks), ...loads].join('\n')
}

/** Whether the journeys of a file start on a used profile. */
function opensTwice(engine: EngineName, file: string): boolean {
  return isOn && !firstStart.includes(file) && !(engine === 'webkit' && needsDriver.includes(file))
}

/** Opens Chromium with Playwright, whose page API these journeys use. */
async function openChromiumEngine(): Promise<Engine> {
  const browser = await openChromium()
  return {
    name: 'chromium',
    person: async (baseURL, viewport, profile) =>
      asPerson(
        profile === undefined
          ? await browser.newContext({ baseURL, viewport })
          : await openProfile(profile, baseURL, viewport),
      ),
    close: () => browser.close(),
  }
}

/** Launches a separate browser: a context of the shared one stores nothing. */
function openProfile(profile: string, baseURL: string, viewport: Size): Promise<BrowserContext> {
  const executablePath = chromiumPath({ whole: false })
  return chromium.launchPersistentContext(profile, { executablePath, args: [...switches], baseURL, viewport })
}

function asPerson(context: BrowserContext): Person {
  context.setDefaultTimeout(patience)
  return {
    newPage: () => context.newPage(),
    pages: () => context.pages(),
    close: () => context.close(),
  }
}

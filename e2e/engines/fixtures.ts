import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, inject } from 'vitest'
import { newProfile } from '../killable-browser.ts'
import { openSite, type Site, type Surveyor } from '../site.ts'
import { openChromiumEngine } from './chromium-engine.ts'
import type { Engine, Person } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { opensTwice } from './lasting-profiles.ts'
import { type Link, openLink } from './link.ts'
import type { Page } from './page.ts'
import { openWebKit } from './webkit.ts'

const traces = join(import.meta.dirname, '..', '..', '.cache', 'e2e')
const open = { webkit: openWebKit, firefox: openFirefox, chromium: openChromiumEngine }
/** Milliseconds for one trace of a page. */
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
  /** Their network. */
  readonly link: Link
}

/** An ordinary profile, which outlives its browsers, and the network that they share: another one is another site. */
export interface Lasting {
  readonly profile: string
  readonly link: Link
}

/** Somebody with a browser of their own, at the site's first page. */
export type Visit = (size?: keyof typeof sizes, lasting?: Lasting) => Promise<Visitor>

/** As the other journeys' fixtures, in the browser for which the run was started (`vitest.config.ts`). */
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
      if (task.result?.state === 'fail') {
        const texts = await saveTraces(`${engine.name} ${task.name}`, opened)
        // Often only the output of a run is at hand. The JSON report has the stack, the terminal the message.
        const [error] = task.result.errors ?? []
        if (error) {
          error.message = [error.message, ...texts].join('\n\n')
          error.stack = [error.stack ?? '', ...texts].join('\n\n')
        }
      }
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

/** The browser's cache has the app's files from then on. */
async function openOnce(person: Person): Promise<void> {
  const page = await person.newPage()
  await page.goto('/')
  await page.getByRole('button').first().waitFor()
  // The note about storage, which Firefox gets on such a profile alone, was read then.
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
    // A browser that hangs answers nothing, and must not make the run hang too.
    const png = await Promise.race([page.screenshot().catch(() => null), pause(traceTime, null)])
    if (png) await writeFile(`${begin}-${index + 1}.png`, png)
    const facts = await Promise.race([page.evaluate(readState).catch(String), pause(traceTime, 'no answer')])
    await writeFile(`${begin}-${index + 1}.txt`, [...link.log, '', facts].join('\n'))
    texts.push(`Page ${index + 1}: ${facts.slice(0, textLength)}`)
  }
  return texts
}

/** In the page: its address and text, then its locks and loaded files. */
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

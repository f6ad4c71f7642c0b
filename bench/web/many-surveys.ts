import { chromium } from 'playwright-core'
import { type Figure, median } from '../measure.ts'
import { openSite, startSurvey } from '../server/site.ts'
import { multiply } from '../server/surveys.ts'
import { launchOptions } from './browser.ts'
import { actToPaint, openPhone, settled, signIn, type Watched, weigh } from './phone.ts'

const sizes = [20, 2_000]
const runs = 5

interface Run {
  readonly open: number
  readonly search: number
  readonly heap: number
}

/**
 * The dashboard with 2,000 surveys, offline, on a phone with its CPU slowed four times: until the first
 * survey, and until a search result; compared to twenty surveys.
 */
export async function benchManySurveys(): Promise<Figure[]> {
  const [few, many] = [await runsWith(sizes[0] ?? 0), await runsWith(sizes[1] ?? 0)]
  const figure = (name: string, key: keyof Run, unit: string): Figure => ({
    name: `2,000 surveys without a server: ${name}`,
    value: many[key],
    unit,
    baseline: { name: '20 surveys', value: few[key] },
  })
  return [
    figure('first survey of the list', 'open', 'ms'),
    figure('search', 'search', 'ms'),
    figure('JavaScript heap', 'heap', 'MiB'),
  ]
}

async function runsWith(surveys: number): Promise<Run> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    const first = await startSurvey(site.api, 'Harbor Point Lofts')
    await multiply(site.dataDir, first.id, surveys)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const address = `${site.server.address}/dashboard`
    const page = await context.newPage()
    await page.goto(address)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.evaluate(untilListed, surveys)
    await page.close()
    await site.server.stop()
    const all: Run[] = []
    for (let run = 0; run < runs; run++) {
      const phone = await openPhone(context)
      await phone.page.goto(address, { waitUntil: 'commit' })
      const open = await phone.page.evaluate(firstRow)
      await settled(phone)
      const { heap } = await weigh(phone)
      const search = await actToPaint(phone, searchFor, isFound, 'Survey 17')
      await phone.page.close()
      all.push({ open, search, heap })
    }
    const of = (key: keyof Run) => median(all.map((run) => run[key]))
    return { open: of('open'), search: of('search'), heap: of('heap') }
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Runs in the page: resolves when the whole list is stored. */
async function untilListed(count: number): Promise<void> {
  const database = await new Promise<IDBDatabase>((opened) => {
    const request = indexedDB.open('fieldbook')
    request.onsuccess = () => opened(request.result)
  })
  const listed = () =>
    new Promise<number>((counted) => {
      const request = database.transaction('listed').objectStore('listed').count()
      request.onsuccess = () => counted(request.result)
    })
  while ((await listed()) < count) await new Promise((soon) => setTimeout(soon, 50))
  database.close()
}

/** Runs in the page: milliseconds from navigation to the paint of the first survey. */
function firstRow(): Promise<number> {
  return new Promise((done) => {
    const look = () => {
      if (!document.querySelector('li[class*=card]')) requestAnimationFrame(look)
      else (window as unknown as Watched).afterPaint(() => done(performance.now()))
    }
    look()
  })
}

function searchFor(words: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, words)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function isFound(words: string): boolean {
  const first = document.querySelector('li[class*=card] button')
  return first?.textContent?.startsWith(words) === true
}

import { type BrowserContext, chromium } from 'playwright-core'
import { type Figure, median } from '../measure.ts'
import { addRooms } from '../server/rooms.ts'
import { openSite } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { openPhone, settled, signIn } from './phone.ts'
import { plainPages } from './plain.ts'

const runs = 5
const rooms = 30
const plainFields = 500
/** A page with a single word, which shows the browser's own cost. */
const nothing = 0
const guest = '/survey-report/AAAAAAAAAAAAAAAAAAAAAA/AAAAAAAAAAAAAAAAAAAAAA'

interface Start {
  /** Milliseconds to the first paint, which shows the page's skeleton. */
  readonly skeleton: number
  /** Milliseconds until the app has replaced the skeleton and painted. */
  readonly taken: number
  /** Cumulative layout shift, including the replacement. */
  readonly shift: number
}

interface Watching {
  hasSkeleton: boolean
  takenAt: Promise<number>
  shift: number
}

/**
 * The start on a phone-sized page, CPU slowed four times: first paint, takeover by the app, and layout
 * shifts; compared to a page of plain inputs.
 */
export async function benchStart(): Promise<Figure[]> {
  const site = await openSite()
  const plain = await plainPages()
  const browser = await chromium.launch(await launchOptions())
  try {
    const size = { viewport: { width: 390, height: 844 } }
    const stranger = await browser.newContext(size)
    const surveyor = await browser.newContext(size)
    await addTemplate(site.dataDir, roomsTemplate())
    const { template, survey, section } = await addRooms(site, rooms)
    await signIn(surveyor, site)
    const pages = [
      ['login', stranger, '/'],
      ['guest report', stranger, guest],
      ['dashboard', surveyor, '/dashboard'],
      ['form of 30 rooms', surveyor, `/survey/${template}/${survey}/${section}`],
    ] as const
    const [floor, least, found]: [number[], number[], Map<string, Start[]>] = [[], [], new Map()]
    // The first round stores program and survey on the device.
    for (let run = 0; run <= runs; run++) {
      least.push(await firstPaint(stranger, plain.address(nothing)))
      floor.push(await firstPaint(stranger, plain.address(plainFields)))
      for (const [name, context, path] of pages) {
        const start = await measure(context, site.server.address + path)
        if (run > 0) found.set(name, [...(found.get(name) ?? []), start])
      }
    }
    const baseline = { name: `first paint of ${plainFields} plain inputs`, value: median(floor) }
    const bare = { name: 'first paint of a page with one word', value: median(least) }
    return [...found].flatMap(([name, starts]): Figure[] => [
      {
        name: `${name}: skeleton`,
        value: median(starts.map((one) => one.skeleton)),
        unit: 'ms',
        baseline: bare,
      },
      { name: `${name}: app`, value: median(starts.map((one) => one.taken)), unit: 'ms', baseline },
      { name: `${name}: layout shift`, value: Math.max(...starts.map((one) => one.shift)), unit: '' },
    ])
  } finally {
    await browser.close()
    plain.close()
    await site.close()
  }
}

async function measure(context: BrowserContext, address: string): Promise<Start> {
  const phone = await openPhone(context)
  await phone.page.addInitScript(watch)
  await phone.page.goto(address, { waitUntil: 'commit' })
  const taken = await phone.page.evaluate(() => (window as unknown as Watching).takenAt)
  await settled(phone)
  const seen = await phone.page.evaluate(() => {
    const { hasSkeleton, shift } = window as unknown as Watching
    const paint = performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN
    return { skeleton: hasSkeleton ? paint : Number.NaN, shift }
  })
  await phone.page.close()
  return { ...seen, taken }
}

async function firstPaint(context: BrowserContext, address: string): Promise<number> {
  const { page } = await openPhone(context)
  await page.goto(address)
  // A small page finishes loading before its first paint.
  const paint = await page.evaluate(
    () =>
      new Promise<number>((done) =>
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries()) if (name === 'first-paint') done(startTime)
        }).observe({ type: 'paint', buffered: true }),
      ),
  )
  await page.close()
  return paint
}

/** Runs in the page from its start. */
function watch(): void {
  const watching = window as unknown as Watching
  const painted = (run: () => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(0)
  }
  watching.hasSkeleton = false
  watching.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      watching.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  watching.takenAt = new Promise((done) => {
    const look = () => {
      const skeleton = document.getElementById('skeleton')
      if (skeleton !== null && skeleton.offsetHeight > 0) watching.hasSkeleton = true
      const isTaken = skeleton === null && document.querySelector('#root *') !== null
      if (isTaken) painted(() => done(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

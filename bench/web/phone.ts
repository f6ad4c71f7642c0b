import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Site } from '../server/site.ts'

const slower = 4

export interface Phone {
  readonly page: Page
  readonly session: CDPSession
}

/** Memory of an idle page. */
export interface Weight {
  /** MiB of JavaScript heap after two collections. */
  readonly heap: number
  readonly nodes: number
}

/** Opens a page with its CPU slowed four times, which measures itself from the start. */
export async function openPhone(context: BrowserContext): Promise<Phone> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  // In processor time: other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(watch)
  return { page, session }
}

export async function signIn(context: BrowserContext, site: Site): Promise<void> {
  const page = await context.newPage()
  await page.goto(site.server.address)
  await page.getByLabel('Email').fill(site.email)
  await page.getByLabel('Password', { exact: true }).fill(site.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.close()
}

/** Returns milliseconds from navigation to the paint of the first editable field. */
export async function firstField({ page }: Phone, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(() => (window as unknown as Watched).usable)
}

/** Reloads the page with everything stored on the device; returns the same as `firstField`. */
export async function reloadToField({ page }: Phone): Promise<number> {
  await page.reload({ waitUntil: 'commit' })
  return page.evaluate(() => (window as unknown as Watched).usable)
}

/** Types into the focused field; returns milliseconds from each key to the next paint. */
export async function keysToPaint({ page }: Phone, keys: Iterable<string>): Promise<number[]> {
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate(() => {
      const watched = window as unknown as Watched
      watched.painted = new Promise((done) => {
        watched.onPainted = done
      })
    })
    await page.keyboard.press(key)
    times.push(await page.evaluate(() => (window as unknown as Watched).painted))
  }
  return times
}

/** Scrolls to a share of the page and focuses the text field nearest to the middle of the viewport. */
export async function focusAt({ page }: Phone, share: number): Promise<void> {
  await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share)
  await page.waitForFunction(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('textarea, input[type=text]:not([role])')]
    const found = fields.find((field) => {
      const { top, bottom } = field.getBoundingClientRect()
      return top > 150 && bottom < innerHeight - 150
    })
    found?.focus({ preventScroll: true })
    return found !== undefined
  })
}

export async function weigh({ page, session }: Phone): Promise<Weight> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  const nodes = await page.evaluate(() => document.getElementsByTagName('*').length)
  return { heap: heap / 2 ** 20, nodes }
}

/** Waits until the page has been idle for a second. */
export async function settled({ page }: Phone): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let quiet = setTimeout(done, 1_000)
        new PerformanceObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(done, 1_000)
        }).observe({ type: 'longtask' })
      }),
  )
}

/** Returns milliseconds from `act` to the paint after which `seen` is true; both run in the page. */
export function actToPaint<Argument>(
  { page }: Phone,
  act: (argument: Argument) => void,
  seen: (argument: Argument) => boolean,
  argument: Argument,
): Promise<number> {
  return page.evaluate(
    ([does, shows, given]) => {
      const run = (source: string) => new Function('given', `return (${source})(given)`)
      const [doIt, isSeen] = [run(does), run(shows)]
      const start = performance.now()
      doIt(given)
      return new Promise<number>((done) => {
        const look = () => {
          if (!isSeen(given)) requestAnimationFrame(look)
          else (window as unknown as Watched).afterPaint(() => done(performance.now() - start))
        }
        requestAnimationFrame(look)
      })
    },
    [String(act), String(seen), argument] as const,
  )
}

export interface Watched {
  usable: Promise<number>
  painted: Promise<number>
  onPainted: (time: number) => void
  afterPaint: (run: () => void) => void
}

/** Runs in the page: records the first paint with a field, and the paint after each key. */
function watch(): void {
  const watched = window as unknown as Watched
  const afterThisFrame = (run: () => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(0)
  }
  watched.afterPaint = (run) => requestAnimationFrame(() => afterThisFrame(run))
  watched.usable = new Promise((done) => {
    const look = () => {
      if (!document.querySelector('textarea, input[type=text]:not([role])')) requestAnimationFrame(look)
      else afterThisFrame(() => done(performance.now()))
    }
    requestAnimationFrame(look)
  })
  addEventListener(
    'keydown',
    ({ timeStamp }) => watched.afterPaint(() => watched.onPainted?.(performance.now() - timeStamp)),
    true,
  )
}

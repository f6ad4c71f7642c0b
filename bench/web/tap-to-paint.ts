import type { Locator } from 'playwright-core'
import type { Phone } from './phone.ts'

/** Milliseconds of wall-clock time, and of the main thread's CPU time. */
export interface Took {
  readonly clock: number
  readonly processor: number
}

interface Tapped {
  tapped: Promise<number>
}

/**
 * Taps the center of `target` and returns the milliseconds until the paint after which `isSeen` is true in
 * the page.
 */
export async function tapToPaint(
  phone: Phone,
  target: Locator,
  isSeen: (argument: string) => boolean,
  argument: string,
): Promise<Took> {
  // While the user types, an option is replaced by a better match.
  let box = await target.boundingBox()
  while (!box) {
    await target.waitFor()
    box = await target.boundingBox()
  }
  await phone.page.evaluate(
    ([source, given]) => {
      const isThere = new Function('given', `return (${source})(given)`)
      ;(window as unknown as Tapped).tapped = new Promise((done) => {
        const start = ({ timeStamp }: Event) => {
          const look = () => {
            if (!isThere(given)) return void requestAnimationFrame(look)
            const channel = new MessageChannel()
            channel.port1.onmessage = () => done(performance.now() - timeStamp)
            channel.port2.postMessage(0)
          }
          requestAnimationFrame(look)
        }
        addEventListener('touchstart', start, { capture: true, once: true, passive: true })
      })
    },
    [String(isSeen), argument] as const,
  )
  const processor = await processorTime(phone)
  await phone.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  const clock = await phone.page.evaluate(() => (window as unknown as Tapped).tapped)
  return { clock, processor: (await processorTime(phone)) - processor }
}

/** Milliseconds of processor time that the page's main thread has used, without the bench's own commands. */
export async function processorTime({ session }: Phone): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? Number.NaN
  return (seconds('TaskDuration') - seconds('DevToolsCommandDuration')) * 1_000
}

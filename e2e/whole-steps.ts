import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'

/** As long as the app waits for a step of its own (`web/lib/page/layers.ts`). */
const longestStep = 5_000
/** What else has an entry of its own and is no dialog, such as a form with changes, is not waited for. */
const longestPause = 3_000
/** A step that a press led to has begun by then. */
const moment = 50

interface World {
  stepsUnderWay?: number
}

/**
 * A dialog that is closed steps back in the history a moment later. A browser that is asked for another page in that
 * moment drops one of the two, as it does for everybody; nobody is that quick by hand, so a journey waits.
 */
export async function waitForSteps(context: BrowserContext): Promise<void> {
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

/** A page that gives no answer has no step that could be waited for. */
async function steppedBack(page: Page): Promise<void> {
  const until = Date.now() + longestStep
  const given = setTimeout(longestStep, false, { ref: false })
  const isUnderWay = (isSoon: boolean) =>
    Promise.race([
      page.evaluate(
        async ([counts, wait]) => {
          // What a press led to a moment ago comes first: a dialog that fades out is still there.
          await new Promise<void>((resolve) => globalThis.setTimeout(() => resolve(), wait))
          // A dialog that was closed on a busy machine has its entry until the app gets to it.
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

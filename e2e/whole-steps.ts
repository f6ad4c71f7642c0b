import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'

/** Milliseconds; the same timeout as the app's (`web/lib/page/layers.ts`). */
const longestStep = 5_000
/** Milliseconds; other layers, such as a form with changes, are not waited for. */
const longestPause = 3_000
/** Milliseconds until a step caused by a press has started. */
const moment = 50

interface World {
  stepsUnderWay?: number
}

/**
 * Makes the context's pages wait for pending history steps. A closed dialog steps back a moment later, and a
 * navigation in that moment would cancel one of them; no user is that fast.
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

import type { Page } from 'playwright-core'

/** Records layout shifts of this page's documents from now on, except right after user input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources, value } = entry as PerformanceEntry & {
          readonly value: number
          readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        for (const { node, previousRect: before, currentRect: now } of sources)
          if (before.width > 0 && now.width > 0 && Math.abs(before.top - now.top) > 2)
            shifts.push(`${value.toFixed(3)} ${node?.textContent?.slice(0, 40)}: ${before.top} → ${now.top}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the vertical shifts in the current document. */
export function shiftsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as typeof globalThis & { shifts: string[] }).shifts)
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

declare global {
  var axe: {
    run(options: object): Promise<{ violations: readonly Violation[] }>
  }
}

/**
 * What is serious or critical on the page as it is now, one line for each element. Needs `bypassCSP`. Of a page that was
 * looked at before, in other colors, their contrast alone is asked for.
 */
export async function seriousOn(
  page: Page,
  { contrastAlone = false }: { readonly contrastAlone?: boolean } = {},
): Promise<readonly string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: await source })
  const violations = await page.evaluate(
    async (runOnly) => {
      // What passes is not described: nobody reads it.
      const { violations } = await axe.run({ ...runOnly, resultTypes: ['violations'], preload: false })
      return violations
    },
    contrastAlone ? { runOnly: ['color-contrast'] } : {},
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}

/**
 * Half-faded text has colours that nobody reads, and a dialog is drawn a frame before its title names it. One that gets
 * no name is reported with the rest.
 */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => [...document.querySelectorAll('[role=dialog]:not([aria-labelledby], [aria-label])')].length === 0,
      undefined,
      { timeout: 2000 },
    )
    // What axe finds says more than that the time is over.
    .catch(() => undefined)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return endless || playState === 'finished' || playState === 'idle'
    }),
  )
}

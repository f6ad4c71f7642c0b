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
 * Returns the page's serious and critical findings, one line per element. Needs `bypassCSP`. `contrastAlone`:
 * for a page already checked in other colors.
 */
export async function seriousOn(
  page: Page,
  { contrastAlone = false }: { readonly contrastAlone?: boolean } = {},
): Promise<readonly string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: await source })
  const violations = await page.evaluate(
    async (runOnly) => {
      // Passes are not read, so skip their descriptions.
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
 * Waits for animations and dialog names. Half-faded text has transient colors, and a dialog renders a frame
 * before its title names it. A dialog that stays unnamed is reported by axe.
 */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => [...document.querySelectorAll('[role=dialog]:not([aria-labelledby], [aria-label])')].length === 0,
      undefined,
      { timeout: 2000 },
    )
    // Findings of axe are more useful than a timeout.
    .catch(() => undefined)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return endless || playState === 'finished' || playState === 'idle'
    }),
  )
}

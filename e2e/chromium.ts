import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { chromiumSwitches, wholeChromiumSwitches } from '../scripts/chromium-switches.ts'
import { findChromium, findWholeChromium } from '../scripts/programs.ts'
import { isSoak } from './sizes.ts'

export const sizes = {
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>
export type Size = keyof typeof sizes

/**
 * One process less, fewer garbage collections, and no optimizing compilers: saves a fifth of the time for
 * hundreds of short pages. The soak compiles like users' browsers.
 */
const shortPages = [
  '--in-process-gpu',
  `--js-flags=--min-semi-space-size=16${isSoak ? '' : ' --no-opt --no-maglev'}`,
]

/** Switches of the journeys' headless shell. */
export const switches: readonly string[] = [...chromiumSwitches, ...shortPages]

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath({ whole: false }), args: [...switches] })
}

/** Opens the browser that users have: for cameras, and where its background work matters. */
export function openWholeChromium(more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath({ whole: true }),
    args: [...wholeChromiumSwitches, ...more],
  })
}

/** Path of the headless shell, which supports profiles but no settings or cameras, or of the full browser. */
export function chromiumPath({ whole }: { readonly whole: boolean }): string {
  return there(whole ? findWholeChromium() : findChromium())
}

function there(path: string | null): string {
  if (path === null) throw new Error('There is no Chromium: install it, or name it by CHROMIUM_PATH.')
  return path
}

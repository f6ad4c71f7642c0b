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
 * One process less, a page's memory is tidied less often, and its code is not compiled once more for a long run:
 * hundreds of short pages take a fifth less work so. In the soak code is compiled as people's browsers do.
 */
const shortPages = [
  '--in-process-gpu',
  `--js-flags=--min-semi-space-size=16${isSoak ? '' : ' --no-opt --no-maglev'}`,
]

/** What the journeys start the shell with. */
export const switches: readonly string[] = [...chromiumSwitches, ...shortPages]

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath({ whole: false }), args: [...switches] })
}

/** The browser that people use: with a camera, and where what it does beside the page counts. */
export function openWholeChromium(more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath({ whole: true }),
    args: [...wholeChromiumSwitches, ...more],
  })
}

/** The shell of the journeys, which keeps a profile as the whole browser does but knows no settings and no cameras. */
export function chromiumPath({ whole }: { readonly whole: boolean }): string {
  return there(whole ? findWholeChromium() : findChromium())
}

function there(path: string | null): string {
  if (path === null) throw new Error('There is no Chromium: install it, or name it by CHROMIUM_PATH.')
  return path
}

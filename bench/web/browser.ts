import type { LaunchOptions } from 'playwright-core'
import { wholeChromiumSwitches } from '../../scripts/chromium-switches.ts'
import { provideChromium } from '../../scripts/programs.ts'

/** Options for Debian's Chromium without background network use. */
export async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await provideChromium()
  if (!executablePath) throw new Error('There is no Chromium')
  return {
    executablePath,
    args: [...wholeChromiumSwitches],
  }
}

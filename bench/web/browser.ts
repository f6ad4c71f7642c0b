import type { LaunchOptions } from 'playwright-core'
import { provideChromium } from '../../scripts/programs.ts'

/** Debian's Chromium, without anything that reaches for the network. */
export async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await provideChromium()
  if (!executablePath) throw new Error('There is no Chromium')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Each new tab is a window here, and each window loads 400 scripts for the suggestions below its address bar,
      // beside the page that is measured. No phone does. The others are Playwright's, whose list this one replaces.
      '--disable-features=WebUIOmniboxPopup,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
    ],
  }
}

import { openChromium } from '../chromium.ts'
import { patience } from '../patience.ts'
import type { Engine } from './engine.ts'

/** Chromium by Playwright, whose pages are what these journeys speak to. */
export async function openChromiumEngine(): Promise<Engine> {
  const browser = await openChromium()
  return {
    name: 'chromium',
    person: async (baseURL, viewport) => {
      const context = await browser.newContext({ baseURL, viewport })
      context.setDefaultTimeout(patience)
      return {
        newPage: () => context.newPage(),
        pages: () => context.pages(),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumPath, openChromium, switches } from '../chromium.ts'
import { patience } from '../patience.ts'
import type { Engine, Person, Size } from './engine.ts'

/** Opens Chromium with Playwright, whose page API these journeys use. */
export async function openChromiumEngine(): Promise<Engine> {
  const browser = await openChromium()
  return {
    name: 'chromium',
    person: async (baseURL, viewport, profile) =>
      asPerson(
        profile === undefined
          ? await browser.newContext({ baseURL, viewport })
          : await openProfile(profile, baseURL, viewport),
      ),
    close: () => browser.close(),
  }
}

/** Launches a separate browser: a context of the shared one stores nothing. */
function openProfile(profile: string, baseURL: string, viewport: Size): Promise<BrowserContext> {
  const executablePath = chromiumPath({ whole: false })
  return chromium.launchPersistentContext(profile, { executablePath, args: [...switches], baseURL, viewport })
}

function asPerson(context: BrowserContext): Person {
  context.setDefaultTimeout(patience)
  return {
    newPage: () => context.newPage(),
    pages: () => context.pages(),
    close: () => context.close(),
  }
}

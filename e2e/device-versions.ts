import type { Page } from 'playwright-core'

/** The path of the script that a page began with: another one in each version. */
export function scriptOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)
}

/**
 * How many files the device keeps of each version, by the order in which they came. They are counted where there is one
 * version alone: whoever opens the cache of one that is being dropped makes it anew, empty.
 */
export function keptFiles(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const versions = (await caches.keys()).filter((name) => /^(version|program)-/.test(name))
    const [only, ...others] = versions
    if (only === undefined || others.length > 0) return versions.map(() => Number.NaN)
    return [(await (await caches.open(only)).keys()).length]
  })
}

/** As the browser does each time somebody comes back; ends when the version that it found is whole or given up. */
export async function lookForVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = await registration?.update().catch(() => undefined)
    const installing = (found as ServiceWorkerRegistration | undefined)?.installing
    if (!installing) return
    await new Promise((ended) => {
      installing.addEventListener('statechange', ended, { once: true })
    })
  })
}

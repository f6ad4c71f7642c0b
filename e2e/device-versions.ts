import type { Page } from 'playwright-core'

/** Returns the path of a page's first script, which differs by version. */
export function scriptOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)
}

/**
 * Returns the number of cached files of each version, in order of arrival. Counts only while there is one
 * version: opening a cache that is being deleted recreates it empty.
 */
export function keptFiles(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const versions = (await caches.keys()).filter((name) => /^(version|program)-/.test(name))
    const [only, ...others] = versions
    if (only === undefined || others.length > 0) return versions.map(() => Number.NaN)
    return [(await (await caches.open(only)).keys()).length]
  })
}

/**
 * Checks for an update like the browser at each visit; resolves once the new version is complete or given up.
 */
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

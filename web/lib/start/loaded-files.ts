/** In milliseconds. */
const patience = 5_000

/** What the page has loaded already. Where nothing says with which status, what failed is not listed at all. */
export function loadedPaths(): ReadonlySet<string> {
  const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return new Set(
    loads
      .filter(({ responseStatus }) => responseStatus === 200 || responseStatus === undefined)
      .map(({ name }) => new URL(name).pathname),
  )
}

/**
 * Before the page is loaded anew for want of a file: fetches those that were asked for in vain. WebKit keeps a module
 * that failed, for the next page too, until somebody fetches it.
 */
export async function fetchMissedFiles(): Promise<void> {
  const loaded = loadedPaths()
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
  const missed = [...preloads].map(({ href }) => href).filter((href) => !loaded.has(new URL(href).pathname))
  const signal = AbortSignal.timeout(patience)
  // One that does not come now is told by the next page.
  await Promise.all(missed.map((href) => fetch(href, { cache: 'reload', signal }).catch(() => null)))
}

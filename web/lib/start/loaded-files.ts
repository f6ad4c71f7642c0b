/** In milliseconds. */
const fetchTimeout = 5_000

/** Returns the paths that the page has loaded. Browsers without `responseStatus` list no failed files. */
export function loadedPaths(): ReadonlySet<string> {
  const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return new Set(
    loads
      .filter(({ responseStatus }) => responseStatus === 200 || responseStatus === undefined)
      .map(({ name }) => new URL(name).pathname),
  )
}

/**
 * Refetches failed files before a reload. WebKit caches a failed module, even for the next page, until it is
 * fetched again.
 */
export async function fetchMissedFiles(): Promise<void> {
  const loaded = loadedPaths()
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
  const missed = [...preloads].map(({ href }) => href).filter((href) => !loaded.has(new URL(href).pathname))
  const signal = AbortSignal.timeout(fetchTimeout)
  // The next page reports files that still fail.
  await Promise.all(missed.map((href) => fetch(href, { cache: 'reload', signal }).catch(() => null)))
}

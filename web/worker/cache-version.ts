/** The files of a version: cache keys by address. */
export type Keys = ReadonlyMap<string, string>

/**
 * Milliseconds per file on a slow network. WebKit sometimes never answers a request when the network fails;
 * without a limit the version would never be complete, and would block the next one.
 */
const patience = 120_000

/** Caches the missing files of a version. Throws if a file cannot be loaded; files cached before stay. */
export async function cacheVersion(cacheName: string, keys: Keys): Promise<void> {
  const cache = await caches.open(cacheName)
  const there = new Set((await cache.keys()).map(({ url }) => url))
  for (const [url, key] of keys) {
    if (there.has(key)) continue
    // The browser's cache may be used for a name with a hash.
    const from = url === key ? 'default' : 'reload'
    const answer = await fetch(url, { cache: from, redirect: 'error', signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    if (url.endsWith('/index.html') && !namesOnly(keys, await answer.clone().text())) {
      throw new Error('The server has changed to another version meanwhile.')
    }
    await cache.put(key, answer)
  }
}

/**
 * Whether a page names only this version's files. Pages of another version, or of a proxy, would request
 * missing files.
 */
export function namesOnly(keys: Keys, page: string): boolean {
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  const own = new Set([...keys.keys()].map((url) => new URL(url).pathname))
  return named.length > 0 && named.every((path) => own.has(path))
}

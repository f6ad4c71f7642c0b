/** What a version consists of: the key in its cache by the address of each file. */
export type Keys = ReadonlyMap<string, string>

/**
 * In milliseconds, for one file on a slow network. WebKit leaves a request without an answer now and then where the
 * network goes under it: without a limit the version would never be whole, and the next one would wait behind it.
 */
const patience = 120_000

/** Brings what is missing of a version into its cache. Throws where a file cannot be had; what came before it stays. */
export async function bring(cacheName: string, keys: Keys): Promise<void> {
  const cache = await caches.open(cacheName)
  const there = new Set((await cache.keys()).map(({ url }) => url))
  for (const [url, key] of keys) {
    if (there.has(key)) continue
    // A name with a hash in it stands for what the browser may have already.
    const from = url === key ? 'default' : 'reload'
    const answer = await fetch(url, { cache: from, redirect: 'error', signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    if (url.endsWith('/index.html') && !namesOnly(keys, await answer.clone().text())) {
      throw new Error('The server has changed to another version meanwhile.')
    }
    await cache.put(key, answer)
  }
}

/** A page of another version, or of something between here and the server, would ask for files that nobody has. */
export function namesOnly(keys: Keys, page: string): boolean {
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  const own = new Set([...keys.keys()].map((url) => new URL(url).pathname))
  return named.length > 0 && named.every((path) => own.has(path))
}

import { liveCall } from '#contract/live-call.ts'
import { addressOf } from '../http/call.ts'
import { isSafari } from './is-safari.ts'
import { loadWithRetries } from './load-with-retries.ts'
import { loadedPaths } from './loaded-files.ts'
import { waitForNetwork } from './wait-for-network.ts'

declare global {
  /** Set by the page's first script from the build (`web/first-paint.ts`); absent in development. */
  var laterFiles: readonly string[] | undefined
}

/**
 * Loads and starts a part that no screen waits for, and returns its end function. If the network fails first,
 * it starts when the network is back.
 */
export function startLater<Part>(
  load: () => Promise<Part>,
  start: (part: Part) => (() => void) | undefined,
): () => void {
  let canceled = false
  let stop: (() => void) | undefined
  void loadWithRetries(load).then((part) => {
    if (!canceled) stop = start(part)
  })
  return () => {
    canceled = true
    stop?.()
  }
}

/** Milliseconds for the first attempt at one file. Each retry doubles it for slow networks. */
const firstPatience = 10_000
/** Milliseconds after which imports start as soon as the server answers any call. */
const prefetchLimit = 20_000

let prefetched: Promise<void> | null = null

/**
 * Fetches the code that sends, follows, and registers the service worker before any of it is imported. Resolves when the
 * files are here, or when waiting longer cannot help. Firefox and WebKit never retry a failed import in the same page, so
 * an import that meets a dead network would stay away until a reload.
 *
 * Best effort: what this finds out about a file only delays its import, for at most `prefetchLimit`. Without any answer
 * from the server an import would fail as well, and nothing could be sent.
 */
export function prefetchLaterFiles(): Promise<void> {
  prefetched ??= prefetch(globalThis.laterFiles ?? [])
  return prefetched
}

async function prefetch(files: readonly string[]): Promise<void> {
  const addresses = files.filter((file) => file.endsWith('.js')).map((file) => `/assets/${file}`)
  const loaded = loadedPaths()
  const missing = addresses.filter((address) => !loaded.has(address))
  const over = new AbortController()
  const all = Promise.all(missing.map((address) => untilFetched(address, over.signal)))
  await Promise.race([all, limitReached(over.signal)])
  over.abort()
}

async function limitReached(over: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, prefetchLimit))
  while (!over.aborted && !(await serverAnswers())) await waitForNetwork()
}

/** Any reply counts: an import gets through as well. */
function serverAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(firstPatience)
  return fetch(addressOf(liveCall, {}), { method: liveCall.method, cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

/** Some requests get no reply when the network fails during them. */
async function untilFetched(address: string, over: AbortSignal): Promise<void> {
  for (let patience = firstPatience; !over.aborted; patience *= 2) {
    if (await isHere(address, patience)) return
    await waitForNetwork()
  }
}

async function isHere(address: string, patience: number): Promise<boolean> {
  const signal = AbortSignal.timeout(patience)
  // The caller retries a failed fetch.
  const answer = await fetch(address, { signal }).catch(() => null)
  const size = await answer?.arrayBuffer().then(
    (bytes) => bytes.byteLength,
    () => null,
  )
  if (!answer || typeof size !== 'number') return false
  // A file that an update removed does not return; its import reports that.
  if (answer.status === 404) return true
  return answer.status === 200 && (!isSafari() || staysWithPage(address, size, signal))
}

/**
 * Safari stores a file some time after it was fetched, and never in a private window: an import right after the fetch
 * would go to the network again. A script that the page preloads stays with the page. Chromium must not preload here: it
 * keeps a failed preload. Where a proxy compresses on the fly, Safari takes a truncated file for a whole one when the
 * connection breaks, and would run it; fetching the file again drops the truncated copy.
 */
async function staysWithPage(address: string, size: number, signal: AbortSignal): Promise<boolean> {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'script'
  link.crossOrigin = ''
  link.href = address
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => resolve(false))
    signal.addEventListener('abort', () => resolve(false))
    document.head.append(link)
  })
  link.remove()
  return isLoaded && !isTruncated(link.href, size)
}

/**
 * Whether the last load from this address brought fewer bytes than the file has. No size counts as whole: Safari reports
 * 0 for files from the cache of an ordinary profile, with a `transferSize` of 300.
 */
function isTruncated(address: string, size: number): boolean {
  const load = performance.getEntriesByName(address).at(-1) as PerformanceResourceTiming | undefined
  return load !== undefined && load.decodedBodySize > 0 && load.decodedBodySize !== size
}

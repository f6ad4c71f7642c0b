import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const loads = [
  { name: 'http://localhost/assets/form.js', responseStatus: 200 },
  { name: 'http://localhost/assets/follow.js', responseStatus: 0 },
  // Older Safari reports no status, and lists no failed files.
  { name: 'http://localhost/assets/media.js' },
]

beforeEach(() => {
  reachesServer = true
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
    return controller.signal
  })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(loads as unknown as PerformanceEntryList)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/**
 * `part`: Safari accepts a truncated file. `cached`: as reported for a file from an ordinary profile's cache.
 */
type Answer = number | 'no network' | 'silence' | 'part' | 'cached'

const bytes = 'export {}'

const safari = 'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'

let reachesServer = true

/**
 * Answers requests per file in order, then with 200. Returns the number of requests per file within `time`
 * milliseconds.
 */
async function asked(files: Readonly<Record<string, readonly Answer[]>>, time = 30_000) {
  const { calls, done } = await prefetching(files)
  await vi.advanceTimersByTimeAsync(time)
  expect(done).toHaveBeenCalledOnce()
  return calls
}

async function prefetching(files: Readonly<Record<string, readonly Answer[]>>) {
  const calls: Record<string, number> = {}
  const ask = (address: string): Answer => {
    const file = address.replace('/assets/', '')
    const call = (calls[file] ?? 0) + 1
    calls[file] = call
    return files[file]?.[call - 1] ?? 200
  }
  vi.stubGlobal('laterFiles', Object.keys(files))
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const answer = address === '/api/health/live' ? (reachesServer ? 503 : 'no network') : ask(address)
    if (answer === 'silence')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return new Response(bytes, { status: Number(answer) })
  })
  const append = (link: EventTarget & { href: string }) => {
    const answer = ask(link.href)
    const good = answer === 200 || answer === 'part' || answer === 'cached'
    const sizes = {
      part: { decodedBodySize: 3, transferSize: 203 },
      cached: { decodedBodySize: 0, transferSize: 300 },
    }
    const load = sizes[answer as 'part'] ?? { decodedBodySize: bytes.length, transferSize: 0 }
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([load] as unknown as PerformanceEntryList)
    queueMicrotask(() => link.dispatchEvent(new Event(good ? 'load' : 'error')))
  }
  const createElement = () => Object.assign(new EventTarget(), { remove: () => undefined })
  vi.stubGlobal('document', { createElement, head: { append } })
  const { prefetchLaterFiles } = await import('./later-files.ts')
  const done = vi.fn()
  void prefetchLaterFiles().then(done)
  return { calls, done }
}

test('fetches each file until it succeeds, except those the page has loaded', async () => {
  const files = {
    'sync.js': ['no network', 502],
    'form.js': [],
    'media.js': [],
    'follow.js': ['no network'],
  } as const
  expect(await asked(files)).toEqual({ 'sync.js': 3, 'follow.js': 2 })
})

test('repeats a request that is never answered', async () => {
  expect(await asked({ 'sync.js': ['silence'], 'follow.js': [] })).toEqual({ 'sync.js': 2, 'follow.js': 1 })
})

test('a file that an update removed blocks nothing', async () => {
  expect(await asked({ 'sync.js': [404], 'follow.js': [] })).toEqual({ 'sync.js': 1, 'follow.js': 1 })
})

test('in Safari each file is also preloaded, with retries', async () => {
  vi.stubGlobal('navigator', { userAgent: safari })
  expect(await asked({ 'sync.js': [200, 'no network', 200], 'follow.js': [] })).toEqual({
    'sync.js': 4,
    'follow.js': 2,
  })
})

test('in Safari a truncated file is fetched again', async () => {
  vi.stubGlobal('navigator', { userAgent: safari })
  expect(await asked({ 'quiet.js': [200, 'part'] })).toEqual({ 'quiet.js': 4 })
})

test('in Safari a file from an ordinary profile’s cache, reported without size, counts as whole', async () => {
  vi.stubGlobal('navigator', { userAgent: safari })
  const files = { 'sync.js': [200, 'cached'], 'quiet.js': [200, 'cached'] } as const
  expect(await asked(files, 1_000)).toEqual({ 'sync.js': 2, 'quiet.js': 2 })
})

const never = Array.from({ length: 99 }, () => 0)

test.for<readonly [string, readonly Answer[]]>([
  ['that the server never gives', never.map(() => 503)],
  ['that never answers', never.map(() => 'silence')],
  ['that always seems truncated', never.flatMap((): Answer[] => [200, 'part'])],
  ['that cannot be fetched', never.map(() => 'no network')],
])('a file %s keeps nothing from starting for long, and is left alone then', async ([, answers]) => {
  vi.stubGlobal('navigator', { userAgent: safari })
  const calls = await asked({ 'sync.js': answers, 'follow.js': [] }, 21_000)
  await vi.advanceTimersByTimeAsync(30_000)
  const later = { ...calls }
  await vi.advanceTimersByTimeAsync(300_000)
  expect(calls).toEqual(later)
})

test('imports nothing until the server answers, because a failed import is final in some engines', async () => {
  reachesServer = false
  const { done } = await prefetching({ 'sync.js': never.map(() => 'no network') })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).not.toHaveBeenCalled()
  reachesServer = true
  await vi.advanceTimersByTimeAsync(6_000)
  expect(done).toHaveBeenCalledOnce()
})

test('in development there is nothing to wait for', async () => {
  expect(await asked({})).toEqual({})
})

test('a part starts once loaded, and its end function is called', async () => {
  const { startLater } = await import('./later-files.ts')
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const end = startLater(async () => 'the part', start)
  await vi.advanceTimersByTimeAsync(0)
  expect(start.mock.calls).toEqual([['the part']])
  end()
  expect(stop).toHaveBeenCalledOnce()
})

test('a part left before it loaded does not start', async () => {
  const { startLater } = await import('./later-files.ts')
  const start = vi.fn(() => undefined)
  startLater(async () => 'the part', start)()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(start).not.toHaveBeenCalled()
})

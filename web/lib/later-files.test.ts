import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const drawn = [{ getAttribute: (name: string) => (name === 'href' ? '/assets/form.js' : null) }]

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { querySelectorAll: () => drawn })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What the server or the network says to each call, in turn; then all is there. */
async function asked(files: readonly string[], answers: readonly (number | 'no network')[]) {
  const calls: string[] = []
  vi.stubGlobal('laterFiles', files)
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers[calls.push(address) - 1] ?? 200
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return new Response('', { status: answer })
  })
  const { laterFilesHere } = await import('./later-files.ts')
  const done = vi.fn()
  void laterFilesHere().then(done)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(done).toHaveBeenCalledOnce()
  return calls
}

test('each is fetched until it is here; those of the drawn screen are', async () => {
  const calls = await asked(['sync.js', 'form.js', 'follow.js'], ['no network', 502, 200, 'no network'])
  expect(calls).toEqual([
    ...['/assets/sync.js', '/assets/sync.js', '/assets/sync.js'],
    ...['/assets/follow.js', '/assets/follow.js'],
  ])
})

test('one that an update took away holds nothing up', async () => {
  expect(await asked(['sync.js', 'follow.js'], [404])).toEqual(['/assets/sync.js', '/assets/follow.js'])
})

test('while developing there is nothing to wait for', async () => {
  expect(await asked([], [])).toEqual([])
})

import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'

let screen: typeof import('./first-screen.ts')
const done: string[] = []
const work = (name: string) => () => {
  done.push(name)
  return () => done.push(`${name} ended`)
}

let session: typeof import('../session/session.ts')
const fetched: string[] = []
const someone = { token: 't', userId: 'u', firstName: 'Ann', lastName: 'Lee', role: 'surveyor' } as const

beforeEach(async () => {
  stubLocalStorage()
  fetched.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return new Response('')
  })
  vi.stubGlobal('laterFiles', ['sync.js'])
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.stubGlobal('document', { getElementById: () => null })
  done.length = 0
  session = await import('../session/session.ts')
  session.startSession(someone)
  screen = await import('./first-screen.ts')
  return () => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('deferred work begins after the first paint, in order', async () => {
  screen.afterFirstScreen(work('a'))
  screen.afterFirstScreen(work('b'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual([])
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual(['a', 'b'])
  screen.afterFirstScreen(work('c'))
  expect(done).toEqual(['a', 'b', 'c'])
})

test('a placeholder keeps the screen from counting as shown', async () => {
  const release = screen.holdFirstScreen()
  screen.afterFirstScreen(work('a'))
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual([])
  // A placeholder that appears in the same moment takes over.
  release()
  const again = screen.holdFirstScreen()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual([])
  again()
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual(['a'])
})

test('a screen that never appears does not block sending for long', async () => {
  screen.afterFirstScreen(work('a'))
  await vi.advanceTimersByTimeAsync(3_900)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['a'])
})

test('failing work and a failing prefetch block nothing else', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => {
    throw new Error('no timing')
  })
  const thrown = vi.fn()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    setTimeout(() => {
      try {
        work()
      } catch (error) {
        thrown(String(error))
      }
    })
  })
  screen.afterFirstScreen(() => {
    throw new Error('broken')
  })
  screen.afterFirstScreen(work('sync'))
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(100)
  expect([done, thrown.mock.calls]).toEqual([['sync'], [['Error: broken']]])
})

test('leaving before the work begins cancels it; leaving later ends it', async () => {
  const leaveFirst = screen.afterFirstScreen(work('a'))
  const leaveLater = screen.afterFirstScreen(work('b'))
  leaveFirst()
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(100)
  leaveLater()
  expect(done).toEqual(['b', 'b ended'])
})

test('the login fetches no later files; logging in fetches them before any import', async () => {
  session.clearSession()
  screen.afterFirstScreen(work('a'))
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(100)
  expect([done, fetched]).toEqual([['a'], []])
  session.startSession(someone)
  screen.afterFirstScreen(work('b'))
  expect(done).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(100)
  expect([done, fetched]).toEqual([['a', 'b'], ['/assets/sync.js']])
})

test('later files are requested when the browser is idle, not in the frame after the first screen', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  screen.afterFirstScreen(work('a'))
  screen.markScreenDrawn()
  await vi.advanceTimersByTimeAsync(100)
  expect([idle.length, fetched]).toEqual([1, []])
  idle.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([fetched, done]).toEqual([['/assets/sync.js'], []])
  idle.shift()?.()
  expect(done).toEqual(['a'])
})

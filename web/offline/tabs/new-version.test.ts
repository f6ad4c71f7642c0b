import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The module has state: @alone */
let failures = 0
let made: object | undefined
const register = vi.fn(async () => {
  if (failures-- > 0) throw new TypeError('no network')
  made = Object.assign(new EventTarget(), { active: null, waiting: null, installing: null })
  return made
})
const newPage = () =>
  Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    readyState: 'complete',
    querySelector: () => null,
  })
let page = newPage()

beforeEach(() => {
  failures = 0
  made = undefined
  register.mockClear()
  page = newPage()
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubEnv('DEV', false)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  const worker = {
    controller: null,
    register,
    getRegistration: async () => made,
    startMessages: () => undefined,
  }
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), worker) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

async function begin(within: number): Promise<void> {
  const { installApp } = await import('./new-version.ts')
  void installApp(null)
  await vi.advanceTimersByTimeAsync(within)
}

test('registers the worker even if the page never finishes loading', async () => {
  page.readyState = 'loading'
  await begin(20_000)
  expect(register).toHaveBeenCalledOnce()
})

test('retries a failed registration when the network may be back', async () => {
  failures = 3
  await begin(60_000)
  expect([register.mock.calls.length, made !== undefined]).toEqual([4, true])
})

test('stops after repeated failures until the user returns to the page much later', async () => {
  failures = 50
  await begin(10 * 60_000)
  const tries = register.mock.calls.length
  await vi.advanceTimersByTimeAsync(25 * 60_000)
  expect(register.mock.calls.length).toBe(tries)
  failures = 0
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(made).toBeDefined()
})

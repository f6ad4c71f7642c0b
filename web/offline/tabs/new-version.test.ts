import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The module keeps its registration: @alone */
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
  const { keepProgram } = await import('./new-version.ts')
  void keepProgram(null)
  await vi.advanceTimersByTimeAsync(within)
}

test('a page that never counts as loaded registers the worker all the same', async () => {
  page.readyState = 'loading'
  await begin(20_000)
  expect(register).toHaveBeenCalledOnce()
})

test('a worker that could not be registered is registered when the network may be back', async () => {
  failures = 3
  await begin(60_000)
  expect([register.mock.calls.length, made !== undefined]).toEqual([4, true])
})

test('where a browser refuses each time, it is left alone until somebody looks at the page much later', async () => {
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

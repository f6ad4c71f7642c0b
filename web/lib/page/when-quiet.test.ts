// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('it runs once, after nothing was touched for that long', () => {
  const act = vi.fn()
  whenQuiet(1_000, act)
  vi.advanceTimersByTime(900)
  window.dispatchEvent(new Event('pointermove'))
  vi.advanceTimersByTime(900)
  window.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(900)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(act).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(5_000)
  expect(act).toHaveBeenCalledOnce()
})

test('it does not wait while nobody sees the page', () => {
  const act = vi.fn()
  whenQuiet(1_000, act)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(act).not.toHaveBeenCalled()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(act).toHaveBeenCalledOnce()
})

test('cancelled, it never runs', () => {
  const act = vi.fn()
  whenQuiet(1_000, act)()
  window.dispatchEvent(new Event('pointermove'))
  vi.advanceTimersByTime(5_000)
  expect(act).not.toHaveBeenCalled()
})

import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('aborts with the first signal and its reason, and removes all listeners', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const signal = anySignal(one.signal, other.signal)
  expect(signal.aborted).toBe(false)
  other.abort(new Error('left'))
  expect(signal.reason).toEqual(new Error('left'))
  one.abort(new Error('late'))
  expect(signal.reason).toEqual(new Error('left'))
  expect(getEventListeners(one.signal, 'abort')).toEqual([])
})

test('is aborted from the start if one signal already is', () => {
  const other = new AbortController()
  const signal = anySignal(AbortSignal.abort(new Error('gone')), other.signal)
  expect(signal.reason).toEqual(new Error('gone'))
  expect(getEventListeners(other.signal, 'abort')).toEqual([])
})

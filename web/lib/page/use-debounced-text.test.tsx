// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedText } from './use-debounced-text.ts'

const wait = 300
const told = vi.fn<(text: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  told.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A search box whose address changes render when the test says so. */
function box(address: string) {
  const drawn = renderHook(({ outside }) => useDebouncedText(outside, wait, told), {
    initialProps: { outside: address },
  })
  return {
    text: () => drawn.result.current[0],
    type: (text: string) => act(() => drawn.result.current[1](text)),
    enter: (text: string) => act(() => drawn.result.current[2](text)),
    rest: () => act(() => vi.advanceTimersByTime(wait)),
    draw: (outside: string) => drawn.rerender({ outside }),
  }
}

test('reports typed text after a pause', () => {
  const search = box('')
  search.type('ca')
  search.type('cafe')
  expect(told).not.toHaveBeenCalled()
  search.rest()
  expect(told.mock.calls).toEqual([['cafe']])
  search.draw('cafe')
  expect(search.text()).toBe('cafe')
})

test('a late render of an older report does not replace newer text', () => {
  const search = box('')
  search.enter('ca')
  search.enter('cafe')
  search.type('cafes')
  search.draw('ca')
  expect(search.text()).toBe('cafes')
  search.draw('cafe')
  expect(search.text()).toBe('cafes')
  search.rest()
  expect(told.mock.calls).toEqual([['ca'], ['cafe'], ['cafes']])
})

test('cleared text stays cleared while the address still shows it', () => {
  const search = box('')
  search.enter('cafe')
  search.enter('')
  search.draw('cafe')
  expect(search.text()).toBe('')
  search.draw('')
  expect(search.text()).toBe('')
  expect(told.mock.calls).toEqual([['cafe'], ['']])
})

test('back and forward replace the text, even with an earlier report', () => {
  const search = box('')
  search.enter('cafe')
  search.draw('cafe')
  search.draw('')
  expect(search.text()).toBe('')
  search.draw('cafe')
  expect(search.text()).toBe('cafe')
  expect(told).toHaveBeenCalledOnce()
})

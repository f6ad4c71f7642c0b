// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSettledText } from './use-settled-text.ts'

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

/** A box whose text goes to the address, which is drawn when the test says so. */
function box(address: string) {
  const drawn = renderHook(({ outside }) => useSettledText(outside, wait, told), {
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

test('what is typed is told once it rests', () => {
  const search = box('')
  search.type('ca')
  search.type('cafe')
  expect(told).not.toHaveBeenCalled()
  search.rest()
  expect(told.mock.calls).toEqual([['cafe']])
  search.draw('cafe')
  expect(search.text()).toBe('cafe')
})

test('what was told before and is drawn late does not replace what was told, or typed, since', () => {
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

test('a text that was cleared stays so while the address still shows it', () => {
  const search = box('')
  search.enter('cafe')
  search.enter('')
  search.draw('cafe')
  expect(search.text()).toBe('')
  search.draw('')
  expect(search.text()).toBe('')
  expect(told.mock.calls).toEqual([['cafe'], ['']])
})

test('back and forward replace it, also by what was told from here once', () => {
  const search = box('')
  search.enter('cafe')
  search.draw('cafe')
  search.draw('')
  expect(search.text()).toBe('')
  search.draw('cafe')
  expect(search.text()).toBe('cafe')
  expect(told).toHaveBeenCalledOnce()
})

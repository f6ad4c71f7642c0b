// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { noteTaps, useNoSecondTap } from './second-tap.ts'

beforeAll(noteTaps)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

function button() {
  const made = document.createElement('button')
  const pressed = vi.fn()
  made.addEventListener('click', pressed)
  document.body.append(made)
  return { made, pressed }
}

function tap(on: Element, at: number, { x = 340, y = 487, detail = 1, by = 'touch' } = {}): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail })
  Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: by } })
  on.dispatchEvent(event)
}

test('the second of two taps at one place does not reach what the first one opened', () => {
  tap(button().made, 1000)
  renderHook(() => useNoSecondTap(true))
  const { made, pressed } = button()
  tap(made, 1090)
  tap(made, 1399, { x: 330, y: 500 })
  expect(pressed).not.toHaveBeenCalled()
  tap(made, 1400)
  expect(pressed).toHaveBeenCalledOnce()
})

test('a tap at another place and a key reach it at once', () => {
  tap(button().made, 1000)
  renderHook(() => useNoSecondTap(true))
  const { made, pressed } = button()
  tap(made, 1090, { x: 200 })
  tap(made, 1090, { detail: 0 })
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('of a mouse it is what the system takes for the second press of two', () => {
  tap(button().made, 1000, { by: 'mouse' })
  renderHook(() => useNoSecondTap(true))
  const { made, pressed } = button()
  tap(made, 1090, { by: 'mouse', detail: 2 })
  expect(pressed).not.toHaveBeenCalled()
  tap(made, 1190, { by: 'mouse' })
  expect(pressed).toHaveBeenCalledOnce()
})

test('what is closed swallows nothing', () => {
  const { made, pressed } = button()
  tap(made, 1000)
  renderHook(() => useNoSecondTap(false))
  tap(made, 1090)
  expect(pressed).toHaveBeenCalledTimes(2)
})

// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { noteTaps, useNoSecondTap } from './second-tap.ts'

beforeAll(noteTaps)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

function button({ final = false, inDialog = true } = {}) {
  const made = document.createElement('button')
  made.toggleAttribute('data-final', final)
  const around = document.createElement('div')
  if (inDialog) around.role = 'dialog'
  around.append(made)
  const pressed = vi.fn()
  made.addEventListener('click', pressed)
  document.body.append(around)
  return { made, pressed }
}

/** Opens a dialog by a tap at 1000 ms. */
function opens(opened = true): void {
  tap(button().made, 1000)
  renderHook(() => useNoSecondTap(opened))
}

function tap(on: Element, at: number, { x = 340, y = 487, detail = 1, by = 'touch' } = {}): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail })
  Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: by } })
  on.dispatchEvent(event)
}

test.each([
  ['a button that is final', { final: true }],
  ['what lies around the dialog', { inDialog: false }],
])('the second of two taps at one place does not reach %s', (_, where) => {
  opens()
  const { made, pressed } = button(where)
  tap(made, 1090)
  tap(made, 1399, { x: 330, y: 500 })
  expect(pressed).not.toHaveBeenCalled()
  tap(made, 1400)
  expect(pressed).toHaveBeenCalledOnce()
})

test('a tap elsewhere, a key, and a tap on a non-final button get through', () => {
  opens()
  const { made, pressed } = button({ final: true })
  tap(made, 1090, { x: 200 })
  tap(made, 1090, { detail: 0 })
  expect(pressed).toHaveBeenCalledTimes(2)
  const other = button()
  tap(other.made, 1090)
  expect(other.pressed).toHaveBeenCalledOnce()
})

test('for a mouse, only a system double click counts', () => {
  tap(button().made, 1000, { by: 'mouse' })
  renderHook(() => useNoSecondTap(true))
  const { made, pressed } = button({ final: true })
  tap(made, 1090, { by: 'mouse', detail: 2 })
  expect(pressed).not.toHaveBeenCalled()
  tap(made, 1190, { by: 'mouse' })
  expect(pressed).toHaveBeenCalledOnce()
})

test('a closed dialog swallows nothing', () => {
  opens(false)
  const { made, pressed } = button({ final: true })
  tap(made, 1090)
  expect(pressed).toHaveBeenCalledOnce()
})

import { expect, test } from 'vitest'
import { type Press, shortcutOf } from './shortcut-keys.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, held: Partial<Press> = {}): Press => ({ ...bare, ...held, key })
const ctrl = { ctrlKey: true }
const command = { metaKey: true }
const shift = { shiftKey: true }

test.each([
  [press('s', ctrl), 'save'],
  [press('Enter', ctrl), 'next'],
  [press('Enter', { ...ctrl, ...shift }), 'previous'],
  [press('F', { ...ctrl, ...shift }), 'search'],
  [press('F8'), 'missing'],
  [press('F9'), 'history'],
] as const)('on Windows and Linux %o means %s, also while typing', (pressed, shortcut) => {
  expect(shortcutOf(pressed, false, true)).toBe(shortcut)
  expect(shortcutOf(pressed, false, false)).toBe(shortcut)
})

test.each([
  [press('s', command), 'save'],
  [press('Enter', command), 'next'],
  [press('Enter', { ...command, ...shift }), 'previous'],
  [press('f', { ...command, ...shift }), 'search'],
] as const)('on a Mac %o means %s', (pressed, shortcut) => {
  expect(shortcutOf(pressed, true, true)).toBe(shortcut)
})

test('opens the list with a question mark outside inputs only', () => {
  expect(shortcutOf(press('?', shift), false, false)).toBe('list')
  expect(shortcutOf(press('?', shift), false, true)).toBeNull()
})

test.each([
  press('s'),
  press('Enter'),
  press('Enter', shift),
  press('f', ctrl),
  press('s', command),
  press('s', { ...ctrl, ...shift }),
  // AltGr combinations type a character on some keyboards.
  press('s', { ...ctrl, altKey: true }),
  press('Enter', { ...ctrl, altKey: true }),
])('leaves %o to the browser', (pressed) => {
  expect(shortcutOf(pressed, false, false)).toBeNull()
})

test('leaves the Control key to the Mac’s screen reader', () => {
  expect(shortcutOf(press('Enter', ctrl), true, false)).toBeNull()
  expect(shortcutOf(press('Enter', { ...ctrl, ...command }), true, false)).toBeNull()
})

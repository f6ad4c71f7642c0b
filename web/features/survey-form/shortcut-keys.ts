/** Keyboard shortcuts in a survey, in the order of the displayed list. */
export const shortcuts = ['save', 'next', 'previous', 'search', 'missing', 'history', 'list'] as const
export type Shortcut = (typeof shortcuts)[number]

/** The parts of a key event that identify a shortcut. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Returns the shortcut for a key press, or null. Avoids combinations of browsers, desktops and screen readers. Only
 * the question mark is a character, so it is ignored while typing.
 */
export function shortcutOf(press: Press, apple: boolean, typing: boolean): Shortcut | null {
  const { key, altKey, shiftKey } = press
  if (altKey) return null
  const command = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (other) return null
  if (!command) {
    if (key === 'F8' && !shiftKey) return 'missing'
    if (key === 'F9' && !shiftKey) return 'history'
    return key === '?' && !typing ? 'list' : null
  }
  if (key === 'Enter') return shiftKey ? 'previous' : 'next'
  const letter = key.toLowerCase()
  if (letter === 's' && !shiftKey) return 'save'
  return letter === 'f' && shiftKey ? 'search' : null
}

const onApple: Readonly<Record<Shortcut, string>> = {
  save: '⌘ S',
  next: '⌘ ↩',
  previous: '⇧ ⌘ ↩',
  search: '⇧ ⌘ F',
  missing: 'F8',
  history: 'F9',
  list: '?',
}

const elsewhere: Readonly<Record<Shortcut, string>> = {
  save: 'Ctrl + S',
  next: 'Ctrl + Enter',
  previous: 'Ctrl + Shift + Enter',
  search: 'Ctrl + Shift + F',
  missing: 'F8',
  history: 'F9',
  list: '?',
}

/** The keys as labeled on the keyboard. */
export function keysOf(shortcut: Shortcut, apple: boolean): string {
  return (apple ? onApple : elsewhere)[shortcut]
}

/** What the keyboard does in a survey, in the order of its list. */
export const shortcuts = ['save', 'next', 'previous', 'search', 'missing', 'history', 'list'] as const
export type Shortcut = (typeof shortcuts)[number]

/** The part of a key press that counts. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * None that moves between tabs, pages or desktops, and none of a screen reader's. Only the question mark is a
 * character, which whoever types means as such.
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

/** As they stand on the keyboard. */
export function keysOf(shortcut: Shortcut, apple: boolean): string {
  return (apple ? onApple : elsewhere)[shortcut]
}

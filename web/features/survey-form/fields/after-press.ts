/** Events that end a press; the window's `blur` covers a pointer released outside it. */
const ends = ['mouseup', 'dragend', 'blur'] as const

let pressing = false
const waiting: (() => void)[] = []

// Unit tests without a DOM import this module too.
if (typeof addEventListener === 'function') {
  addEventListener('mousedown', begin, true)
  for (const end of ends) addEventListener(end, over, true)
}

/**
 * Runs the callback after the current press, or immediately if there is none. A press blurs the field at its
 * start; a message that appears or disappears then would move the pressed element away from the finger.
 */
export function afterPress(run: () => void): void {
  if (pressing) waiting.push(run)
  else run()
}

function begin(): void {
  pressing = true
}

function over({ type, target }: Event): void {
  if (type === 'blur' && target !== window) return
  pressing = false
  // The click follows the end of the press.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  })
}

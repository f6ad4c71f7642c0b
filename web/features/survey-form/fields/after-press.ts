/** How a press ends; the window's own `blur` where the pointer was let go elsewhere. */
const ends = ['mouseup', 'dragend', 'blur'] as const

let pressing = false
const waiting: (() => void)[] = []

// Where a test looks at a field's view without a browser, nobody presses anything.
if (typeof addEventListener === 'function') {
  addEventListener('mousedown', begin, true)
  for (const end of ends) addEventListener(end, over, true)
}

/**
 * Runs at once, or when the press that is going on is over. A field loses the focus at the beginning of a press; a
 * message that comes or goes then would move what is being pressed away from under the finger.
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

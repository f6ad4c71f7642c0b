import { useEffect } from 'react'

/** Two taps that a person meant as one are no further apart, in milliseconds and in pixels. */
const within = 400
const near = 30

interface Tap {
  readonly x: number
  readonly y: number
  readonly at: number
}

let last: Tap | null = null

/** Notes where and when something was pressed last. A key is pressed at no place. */
export function noteTaps(): void {
  const note = (event: MouseEvent) => {
    if (event.detail > 0) last = tapOf(event)
  }
  document.addEventListener('click', note, true)
}

/**
 * What opens under a finger is not for the second tap of that finger: it would close what nobody has seen, or answer a
 * question that nobody has read, such as whether to delete.
 */
export function useNoSecondTap(opened: boolean): void {
  useEffect(() => {
    const first = last
    if (!opened || !first) return
    const swallow = (event: MouseEvent) => {
      if (!isSecond(first, event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', swallow, true)
    return () => window.removeEventListener('click', swallow, true)
  }, [opened])
}

function isSecond(first: Tap, event: MouseEvent): boolean {
  const { x, y, at } = tapOf(event)
  return event.detail > 0 && at - first.at < within && Math.hypot(x - first.x, y - first.y) < near
}

function tapOf({ clientX: x, clientY: y, timeStamp: at }: MouseEvent): Tap {
  return { x, y, at }
}

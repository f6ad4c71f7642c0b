import { useEffect } from 'react'

/** Two taps that a person meant as one are no further apart, in milliseconds and in pixels. Of a mouse the system says so. */
const within = 400
const near = 20

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
 * A dialog that opens under a finger is not for the second tap of that finger, which would close what nobody has seen,
 * or say yes to a question that nobody has read: such buttons have `data-final`. What else it holds can be pressed.
 */
export function useNoSecondTap(opened: boolean): void {
  useEffect(() => {
    const first = last
    if (!opened || !first) return
    const swallow = (event: MouseEvent) => {
      if (!isSecond(first, event) || !endsDialog(event.target)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', swallow, true)
    return () => window.removeEventListener('click', swallow, true)
  }, [opened])
}

function endsDialog(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return target.closest('[data-final]') !== null || target.closest('[role="dialog"]') === null
}

function isSecond(first: Tap, event: MouseEvent): boolean {
  const { x, y, at } = tapOf(event)
  // A key presses with 0, and a mouse that is pressed again with 1.
  const least = isMouse(event) ? 2 : 1
  return event.detail >= least && at - first.at < within && Math.hypot(x - first.x, y - first.y) < near
}

/** An engine that does not say what pressed may have been pressed by a finger. */
function isMouse(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'mouse'
}

function tapOf({ clientX: x, clientY: y, timeStamp: at }: MouseEvent): Tap {
  return { x, y, at }
}

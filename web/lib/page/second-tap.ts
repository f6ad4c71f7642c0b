import { useEffect } from 'react'

/**
 * Maximum distance of an accidental double tap, in milliseconds and pixels. For a mouse, the system detects
 * it.
 */
const within = 400
const near = 20

interface Tap {
  readonly x: number
  readonly y: number
  readonly at: number
}

let last: Tap | null = null

/** Records time and position of the last press. A key press has no position. */
export function noteTaps(): void {
  const note = (event: MouseEvent) => {
    if (event.detail > 0) last = tapOf(event)
  }
  document.addEventListener('click', note, true)
}

/**
 * Ignores the second half of a double tap on a dialog's `data-final` buttons. It would close the dialog or
 * confirm a question before the user has read it.
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
  // A key press has detail 0, and another single mouse click has 1.
  const least = isMouse(event) ? 2 : 1
  return event.detail >= least && at - first.at < within && Math.hypot(x - first.x, y - first.y) < near
}

/** An engine without `pointerType` counts as touch. */
function isMouse(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'mouse'
}

function tapOf({ clientX: x, clientY: y, timeStamp: at }: MouseEvent): Tap {
  return { x, y, at }
}

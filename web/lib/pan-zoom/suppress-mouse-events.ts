import type { TouchEvent } from 'react'

/**
 * Suppresses emulated mouse events, for surfaces that handle pointers themselves. After a tap, the browser
 * also clicks the element then under the finger, such as a dialog that the tap just opened.
 */
export const suppressMouseEvents = {
  onTouchEnd(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault()
  },
}

import type { TouchEvent } from 'react'

/**
 * For surfaces that read pointers themselves and act as the finger goes up. After a tap the browser sends a press and a
 * click of the mouse as well, to whatever lies under the finger by then: what the tap has just opened. A mouse has sent
 * its press long before, which is why only touch shows the mistake.
 */
export const touchEndsHere = {
  onTouchEnd(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault()
  },
}

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './bar.module.css'

/** Other elements at the foot of a screen stay above this (`steps-bar.module.css`). */
const spaceProperty = '--bars-room'

/** The app's messages: at the foot of every screen, one below the other. */
export function Bars({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bars = ref.current
    if (!bars) return
    let before = 0
    const measure = new ResizeObserver(() => {
      const stays = getComputedStyle(bars).position === 'sticky'
      const height = stays ? bars.offsetHeight : 0
      // Setting a property on the root recalculates styles of the whole page.
      if (height === before) return
      document.documentElement.style.setProperty(spaceProperty, `${height}px`)
      keepVisible(document.activeElement, height - before)
      before = height
    })
    measure.observe(bars)
    return () => {
      measure.disconnect()
      document.documentElement.style.removeProperty(spaceProperty)
    }
  }, [])
  return (
    <div ref={ref} className={classes.bars}>
      {children}
    </div>
  )
}

/** Space for a form's step buttons, plus a margin, in pixels. */
const above = 96

/** Scrolls by the added height, so that new bars don't cover the field being edited. */
function keepVisible(element: Element | null, more: number): void {
  if (more <= 0 || !element?.matches('input, textarea, select')) return
  const { bottom } = element.getBoundingClientRect()
  const seen = document.documentElement.clientHeight - above
  if (bottom > seen - more && bottom <= seen + above) window.scrollBy(0, more)
}

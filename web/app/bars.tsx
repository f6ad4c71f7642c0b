import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './bar.module.css'

/** What else stands at the foot of a screen keeps above this (`steps-bar.module.css`). */
const room = '--bars-room'

/** What the program has to say: at the foot of every screen, one line below the other, each with room of its own. */
export function Bars({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bars = ref.current
    if (!bars) return
    let before = 0
    const measure = new ResizeObserver(() => {
      const stays = getComputedStyle(bars).position === 'sticky'
      const height = stays ? bars.offsetHeight : 0
      // What is said of the whole page is worked out anew for all of it.
      if (height === before) return
      document.documentElement.style.setProperty(room, `${height}px`)
      keepInSight(document.activeElement, height - before)
      before = height
    })
    measure.observe(bars)
    return () => {
      measure.disconnect()
      document.documentElement.style.removeProperty(room)
    }
  }, [])
  return (
    <div ref={ref} className={classes.bars}>
      {children}
    </div>
  )
}

/** Room for the steps of a form, and a little more. */
const above = 96

/** What somebody is writing in is not covered by what comes: the page moves on by as much. */
function keepInSight(element: Element | null, more: number): void {
  if (more <= 0 || !element?.matches('input, textarea, select')) return
  const { bottom } = element.getBoundingClientRect()
  const seen = document.documentElement.clientHeight - above
  if (bottom > seen - more && bottom <= seen + above) window.scrollBy(0, more)
}

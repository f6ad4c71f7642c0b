import { useLayoutEffect, useState } from 'react'
import { lastHeight, storeHeight } from '#web/lib/page/last-visit.ts'

/** CSS variable: the height that elements below the form's header must leave free above them. */
const room = '--header-height'
/** Key of the height remembered from the last visit. */
const name = 'form-head'

function head(): HTMLElement | null {
  return document.querySelector('header[data-form]')
}

/** Height in pixels that the sticky header covers, or 0 if the header scrolls away. */
export function headerHeight(): number {
  const found = head()
  return found && getComputedStyle(found).position === 'sticky' ? found.offsetHeight : 0
}

/** The covered height. Renders when it changes with text size, window size, or the header's content. */
export function useHeaderHeight(account: string): number {
  const [first] = useState(() => lastHeight(account, name))
  const [height, setHeight] = useState(first ?? 0)
  useLayoutEffect(() => {
    let before = first
    const say = (pixels: number) => document.documentElement.style.setProperty(room, `${pixels}px`)
    const measure = () => {
      const now = headerHeight()
      // Setting a variable on the root recalculates the whole page's style.
      if (now === before) return
      before = now
      say(now)
      setHeight(now)
      storeHeight(account, name, now)
    }
    if (first !== undefined) say(first)
    // The first measurement waits for the first layout; reading earlier would force an extra one of all fields.
    const watch = new ResizeObserver(measure)
    const found = head()
    if (found) watch.observe(found)
    else measure()
    window.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', measure)
      document.documentElement.style.removeProperty(room)
    }
  }, [account, first])
  return height
}

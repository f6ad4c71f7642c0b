import { useLayoutEffect, useState } from 'react'

/** For style sheets: what comes to stand below the form's head keeps so much room above itself. */
const room = '--head-room'

function head(): HTMLElement | null {
  return document.querySelector('header[data-form]')
}

/** So much of the screen's top the form's head covers while the fields scroll. */
export function headRoom(): number {
  const found = head()
  return found && getComputedStyle(found).position === 'sticky' ? found.offsetHeight : 0
}

/** The same, drawn again when it changes: with the text's size, the screen's, and what the head has to say. */
export function useHeadRoom(): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    let before: number | null = null
    const measure = () => {
      const now = headRoom()
      // What is said of the whole page is worked out anew for all of it.
      if (now === before) return
      before = now
      document.documentElement.style.setProperty(room, `${now}px`)
      setHeight(now)
    }
    const watch = new ResizeObserver(measure)
    const found = head()
    if (found) watch.observe(found)
    // Before the fields are styled for the first time.
    measure()
    window.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', measure)
      document.documentElement.style.removeProperty(room)
    }
  }, [])
  return height
}

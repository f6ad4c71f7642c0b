import { useLayoutEffect, useState } from 'react'
import { heightLastTime, rememberHeight } from '#web/lib/page/last-time.ts'

/** For style sheets: what comes to stand below the form's head keeps so much room above itself. */
const room = '--head-room'
/** Of what is remembered for the next time. */
const name = 'form-head'

function head(): HTMLElement | null {
  return document.querySelector('header[data-form]')
}

/** So much of the screen's top the form's head covers while the fields scroll. */
export function headRoom(): number {
  const found = head()
  return found && getComputedStyle(found).position === 'sticky' ? found.offsetHeight : 0
}

/** The same, drawn again when it changes: with the text's size, the screen's, and what the head has to say. */
export function useHeadRoom(account: string): number {
  const [first] = useState(() => heightLastTime(account, name))
  const [height, setHeight] = useState(first ?? 0)
  useLayoutEffect(() => {
    let before = first
    const say = (pixels: number) => document.documentElement.style.setProperty(room, `${pixels}px`)
    const measure = () => {
      const now = headRoom()
      // What is said of the whole page is worked out anew for all of it.
      if (now === before) return
      before = now
      say(now)
      setHeight(now)
      rememberHeight(account, name, now)
    }
    if (first !== undefined) say(first)
    // The first time with the first picture, once it is laid out: to ask earlier would lay all fields out once more.
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

import { type RefCallback, useCallback, useState } from 'react'
import type { Size } from './geometry.ts'
import { panned, type View, wholeView } from './view.ts'

interface Standing {
  readonly size: Size
  readonly view: View
}

/** How large the stage is, and which part of the picture it shows; the whole until somebody zooms. */
export function useStage(picture: Size) {
  const [standing, setStanding] = useState<Standing | null>(null)
  const measured: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (!element) return
      const take = () => {
        const size = { width: element.clientWidth, height: element.clientHeight }
        setStanding((before) => ({ size, view: viewFor(before, size, picture) }))
      }
      take()
      const observer = new ResizeObserver(take)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [picture],
  )
  const setView = useCallback((change: (view: View) => View) => {
    setStanding((before) => before && { ...before, view: change(before.view) })
  }, [])
  return { standing, measured, setView }
}

/** The keyboard of a phone takes half of the stage: who saw the whole photo still does. */
function viewFor(before: Standing | null, size: Size, picture: Size): View {
  if (!before) return wholeView(size, picture)
  const whole = wholeView(before.size, picture)
  if (before.view.scale <= whole.scale * 1.001) return wholeView(size, picture)
  return panned(before.view, 0, 0, size, picture)
}

import { type RefCallback, useCallback, useState } from 'react'
import { type Frame, fitView, panBy, type View } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { Size } from './geometry.ts'

interface Standing {
  readonly size: Frame
  readonly view: View
}

/** Pixels around the whole photo. */
const margin = 8

/** How large the stage is, and which part of the picture it shows; the whole until somebody zooms. */
export function useStage(picture: Size) {
  const [standing, setStanding] = useState<Standing | null>(null)
  const measured: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (!element) return
      const take = () => {
        const size = { width: element.clientWidth, height: element.clientHeight, margin }
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
function viewFor(before: Standing | null, size: Frame, picture: Size): View {
  if (!before) return fitView(picture, size)
  const whole = fitView(picture, before.size)
  if (before.view.scale <= whole.scale * 1.001) return fitView(picture, size)
  return panBy(before.view, { x: 0, y: 0 }, picture, size)
}

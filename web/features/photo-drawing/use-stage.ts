import { type RefCallback, useCallback, useState } from 'react'
import { type Frame, fitView, panBy, type View } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { Size } from './geometry.ts'

interface StageView {
  readonly size: Frame
  readonly view: View
}

/** Pixels around the whole photo. */
const margin = 8

/** The size of the stage and the visible part of the picture, initially the whole. */
export function useStage(picture: Size) {
  const [standing, setStanding] = useState<StageView | null>(null)
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

/** Keeps showing the whole photo when the on-screen keyboard shrinks the stage. */
function viewFor(before: StageView | null, size: Frame, picture: Size): View {
  if (!before) return fitView(picture, size)
  const whole = fitView(picture, before.size)
  if (before.view.scale <= whole.scale * 1.001) return fitView(picture, size)
  return panBy(before.view, { x: 0, y: 0 }, picture, size)
}

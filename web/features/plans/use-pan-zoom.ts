import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import {
  centerOn,
  type Frame,
  fitView,
  type Pinch,
  panBy,
  pinchBy,
  placeAt,
  type Size,
  type Spot,
  spotIn,
  spotOf,
  type View,
  zoomAt,
} from '#web/lib/pan-zoom/pan-zoom.ts'

/** Pixels around the whole plan, so a pin on its edge can be seen and pressed. */
const margin = 24

/**
 * Pans and zooms a plan without rendering: changes only the layer's style, and pins are positioned in percent of it.
 * `shown`: whether the view is mounted.
 */
export function usePanZoom(picture: Size, shown: boolean) {
  const frame = useRef<HTMLElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const view = useRef<View | null>(null)
  const touched = useRef(false)

  const frameSize = (): Frame => {
    const box = frame.current
    return { width: box?.clientWidth ?? 1, height: box?.clientHeight ?? 1, margin }
  }
  const put = (next: View) => {
    view.current = next
    const style = layer.current?.style
    if (!style) return
    style.width = `${picture.width * next.scale}px`
    style.height = `${picture.height * next.scale}px`
    style.transform = `translate(${next.x}px, ${next.y}px)`
  }
  const change = (how: (now: View, size: Frame) => View) => {
    const size = frameSize()
    touched.current = true
    put(how(view.current ?? fitView(picture, size), size))
  }
  const actions = {
    fit: () => {
      touched.current = false
      put(fitView(picture, frameSize()))
    },
    pan: (by: Spot) => change((now, size) => panBy(now, by, picture, size)),
    pinch: (by: Pinch) => change((now, size) => pinchBy(now, by, picture, size)),
    zoom: (factor: number, at?: Spot) =>
      change((now, size) =>
        zoomAt(now, factor, at ?? { x: size.width / 2, y: size.height / 2 }, picture, size),
      ),
    lookAt: (place: Spot) => change((now, size) => centerOn(now, place, picture, size)),
  }
  const updateView = useEffectEvent(() => {
    if (touched.current && view.current) put(panBy(view.current, { x: 0, y: 0 }, picture, frameSize()))
    else put(fitView(picture, frameSize()))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture needs a new layout
  useEffect(() => {
    const watch = new ResizeObserver(() => updateView())
    if (frame.current) watch.observe(frame.current)
    return () => watch.disconnect()
  }, [picture.width, picture.height, shown])
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    actions.zoom(
      Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)),
      spotIn(frame.current, event),
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view mounts after its picture has loaded
  useEffect(() => {
    const box = frame.current
    // A passive listener cannot prevent the page from scrolling.
    box?.addEventListener('wheel', wheel, { passive: false })
    return () => box?.removeEventListener('wheel', wheel)
  }, [shown])
  const now = () => view.current ?? fitView(picture, frameSize())
  const places = {
    placeAt: (spot: Spot) => placeAt(now(), spot, picture),
    spotOf: (place: Spot) => spotOf(now(), place, picture),
    /** The place in the middle of the visible part. */
    middle: () => {
      const { width, height } = frameSize()
      return placeAt(now(), { x: width / 2, y: height / 2 }, picture)
    },
    /** Converts screen pixels to a fraction of the picture. */
    step: (pixels: number): Spot => {
      const { scale } = now()
      return { x: pixels / (picture.width * scale), y: pixels / (picture.height * scale) }
    },
  }
  const refs = useMemo(() => ({ frame, layer }), [])
  return { ...refs, ...actions, ...places }
}

export type PanZoom = ReturnType<typeof usePanZoom>

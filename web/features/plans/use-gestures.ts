import { type PointerEvent, useRef, useState } from 'react'
import { type Spot, spotIn } from '#web/lib/pan-zoom/pan-zoom.ts'
import { suppressMouseEvents } from '#web/lib/pan-zoom/suppress-mouse-events.ts'
import type { PanZoom } from './use-pan-zoom.ts'

/** Pixels a pointer may move and still tap. */
const tapTolerance = 8

interface Gesture {
  readonly start: Spot
  /** The sub-section of the pressed pin; '' = the plan itself. */
  readonly pin: string
  /** Where the pin was pressed, relative to its center. */
  readonly grip: Spot
  moved: boolean
  pinched: boolean
}

export interface Dragged {
  readonly pin: string
  readonly place: Spot
}

interface Handlers {
  readonly onTap: (place: Spot) => void
  readonly onPin: (pin: string) => void
  readonly onMoved: (dragged: Dragged) => void
  /** A pin's current place. */
  readonly placeOf: (pin: string) => Spot | null
}

/** One finger pans the plan, drags a pin, or taps; two fingers zoom. A mouse works the same way. */
export function useGestures(pan: PanZoom, { onTap, onPin, onMoved, placeOf }: Handlers) {
  const fingers = useRef(new Map<number, Spot>())
  const gesture = useRef<Gesture | null>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const spot = spotIn(pan.frame.current, event)
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, spot)
    if (fingers.current.size > 1) {
      if (gesture.current) gesture.current.pinched = true
      setDragged(null)
      return
    }
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pin]') : null
    const pin = pressed?.dataset.pin ?? ''
    const at = pin === '' ? null : placeOf(pin)
    const middle = at ? pan.spotOf(at) : spot
    gesture.current = {
      start: spot,
      pin,
      grip: { x: spot.x - middle.x, y: spot.y - middle.y },
      moved: false,
      pinched: false,
    }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const last = fingers.current.get(event.pointerId)
    const now = gesture.current
    if (!last || !now) return
    const spot = spotIn(pan.frame.current, event)
    if (fingers.current.size === 2) {
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) pan.pinch({ from: last, to: spot, other })
    }
    fingers.current.set(event.pointerId, spot)
    if (now.pinched) return
    if (!now.moved && Math.hypot(spot.x - now.start.x, spot.y - now.start.y) < tapTolerance) return
    const from = now.moved ? last : now.start
    now.moved = true
    if (now.pin === '') pan.pan({ x: spot.x - from.x, y: spot.y - from.y })
    else setDragged({ pin: now.pin, place: placeOfSpot(spot, now) })
  }

  const placeOfSpot = (spot: Spot, { grip }: Gesture): Spot => {
    const place = pan.placeAt({ x: spot.x - grip.x, y: spot.y - grip.y })
    return { x: Math.min(1, Math.max(0, place.x)), y: Math.min(1, Math.max(0, place.y)) }
  }

  const end = (event: PointerEvent<HTMLElement>, canceled: boolean) => {
    const was = gesture.current
    fingers.current.delete(event.pointerId)
    if (fingers.current.size > 0 || !was) return
    gesture.current = null
    setDragged(null)
    if (canceled || was.pinched) return
    const spot = spotIn(pan.frame.current, event)
    if (was.moved && was.pin !== '') onMoved({ pin: was.pin, place: placeOfSpot(spot, was) })
    if (was.moved) return
    if (was.pin === '') onTap(pan.placeAt(spot))
    else onPin(was.pin)
  }

  return {
    dragged,
    handlers: {
      ...suppressMouseEvents,
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
    },
  }
}

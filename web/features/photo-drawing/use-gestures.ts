import { type PointerEvent as Press, useRef, type WheelEvent } from 'react'
import type { Shape } from '#contract/media/drawing.ts'
import {
  distance,
  type Frame,
  panBy,
  pinchBy,
  pixelAt,
  placeAt,
  spotIn,
  spotOf,
  type View,
  zoomAt,
} from '#web/lib/pan-zoom/pan-zoom.ts'
import { suppressMouseEvents } from '#web/lib/pan-zoom/suppress-mouse-events.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import {
  type Handle,
  handlePosition,
  handlesOf,
  moveShape,
  type Point,
  resizeShape,
  type Size,
  shapeAt,
} from './geometry.ts'
import { shapeBetween, textAt } from './new-shape.ts'

interface GestureOptions {
  readonly state: EditorState
  readonly dispatch: (action: EditorAction) => void
  readonly view: View
  readonly setView: (change: (view: View) => View) => void
  readonly stage: Frame
  readonly picture: Size
  /** Fits a text's box to its lines. */
  readonly fitText: (shape: Shape) => Shape
}

/** The action of the pressed finger, pen or mouse button. */
type Gesture =
  | { readonly does: 'pan'; readonly last: Point }
  | { readonly does: 'draw'; readonly from: Point }
  | {
      readonly does: 'move' | 'resize'
      readonly shape: Shape
      readonly handle?: Handle
      readonly from: Point
    }
  /** A text is added when the finger lifts, because the keyboard it opens moves the screen. */
  | { readonly does: 'write' }
  | { readonly does: 'nothing' }

/** In screen pixels: how far from a shape a touch counts, and how far a pointer may move before it is a drag. */
const fingerReach = 22
const reach = 10
const still = 6

/** Draws, moves and resizes with one finger, pen or mouse; zooms and pans with two fingers or the wheel. */
export function useGestures(given: GestureOptions) {
  const latest = useRef(given)
  latest.current = given
  const down = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>({ does: 'nothing' })
  const began = useRef<{ at: Point; step: string; far: boolean }>({
    at: { x: 0, y: 0 },
    step: '',
    far: false,
  })

  function begin(at: Point, isFinger: boolean): Gesture {
    const { state, view, picture, dispatch } = latest.current
    const place = pixelAt(view, at)
    const handle = handleAt(at, isFinger)
    const selected = state.selected === null ? undefined : state.shapes[state.selected]
    if (handle && selected && state.selected !== null)
      return { does: 'resize', shape: selected, handle, from: at }
    const found = shapeAt(
      state.shapes,
      state.selected,
      place,
      picture,
      (isFinger ? fingerReach : reach) / view.scale,
    )
    const shape = found === null ? undefined : state.shapes[found]
    const takes = state.tool === 'select' || found === state.selected
    if (shape && found !== null && takes) {
      dispatch({ kind: 'select', index: found })
      return { does: 'move', shape, from: at }
    }
    if (state.tool === 'text') return { does: 'write' }
    return state.tool === 'select' ? { does: 'pan', last: at } : { does: 'draw', from: at }
  }

  function handleAt(at: Point, isFinger: boolean): Handle | undefined {
    const { state, view, picture } = latest.current
    const shape = state.selected === null ? undefined : state.shapes[state.selected]
    if (!shape) return undefined
    return handlesOf(shape)
      .map((handle) => ({ handle, far: distance(at, spotOf(view, handlePosition(shape, handle), picture)) }))
      .filter(({ far }) => far <= (isFinger ? fingerReach : reach + 4))
      .sort((a, b) => a.far - b.far)[0]?.handle
  }

  function follow(at: Point): void {
    const { view, picture, dispatch, setView, stage, fitText, state } = latest.current
    const now = gesture.current
    const { step } = began.current
    if (now.does === 'pan') {
      setView((one) => panBy(one, { x: at.x - now.last.x, y: at.y - now.last.y }, picture, stage))
      gesture.current = { does: 'pan', last: at }
    } else if (now.does === 'draw' && state.tool !== 'select') {
      const shape = shapeBetween(
        state.tool,
        placeAt(view, now.from, picture),
        placeAt(view, at, picture),
        state,
      )
      dispatch({ kind: 'add', shape: fitText(shape), step })
    } else if (now.does === 'move') {
      const [from, to] = [placeAt(view, now.from, picture), placeAt(view, at, picture)]
      dispatch({
        kind: 'change',
        shape: moveShape(now.shape, to.x - from.x, to.y - from.y),
        step,
      })
    } else if (now.does === 'resize' && now.handle) {
      const shape = fitText(resizeShape(now.shape, now.handle, placeAt(view, at, picture)))
      dispatch({ kind: 'change', shape, step })
    }
  }

  /** A press and release at one place. */
  function tapped(at: Point, isFinger: boolean): void {
    const { state, view, picture, dispatch, fitText } = latest.current
    if (gesture.current.does === 'move' || gesture.current.does === 'resize') return
    const near = (isFinger ? fingerReach : reach) / view.scale
    const found = shapeAt(state.shapes, state.selected, pixelAt(view, at), picture, near)
    if (found !== null) dispatch({ kind: 'select', index: found })
    else if (state.tool === 'text')
      dispatch({ kind: 'add', shape: fitText(textAt(placeAt(view, at, picture), state)) })
    else dispatch({ kind: 'select', index: null })
  }

  function cancelGesture(): void {
    latest.current.dispatch({ kind: 'cancel', step: began.current.step })
    gesture.current = { does: 'nothing' }
  }

  return {
    ...suppressMouseEvents,
    onPointerDown(event: Press<HTMLElement>) {
      if (event.button > 0 || down.current.size >= 2) return
      const at = spotIn(event.currentTarget, event)
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, at)
      if (down.current.size === 2) {
        cancelGesture()
        began.current.far = true
        return
      }
      began.current = { at, step: `gesture-${event.timeStamp}`, far: false }
      gesture.current = begin(at, event.pointerType === 'touch')
    },
    onPointerMove(event: Press<HTMLElement>) {
      const before = down.current.get(event.pointerId)
      if (!before) return
      const at = spotIn(event.currentTarget, event)
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const { setView, stage, picture } = latest.current
        setView((view) => pinchBy(view, { from: before, to: at, other }, picture, stage))
      } else if (began.current.far || distance(at, began.current.at) > still) {
        began.current.far = true
        follow(at)
      }
      down.current.set(event.pointerId, at)
    },
    onPointerUp(event: Press<HTMLElement>) {
      const alone = down.current.size === 1 && down.current.delete(event.pointerId)
      if (alone && (!began.current.far || gesture.current.does === 'write'))
        tapped(spotIn(event.currentTarget, event), event.pointerType === 'touch')
      down.current.delete(event.pointerId)
      gesture.current = { does: 'nothing' }
    },
    onPointerCancel(event: Press<HTMLElement>) {
      down.current.delete(event.pointerId)
      cancelGesture()
    },
    onWheel(event: WheelEvent<HTMLElement>) {
      const { setView, stage, picture } = latest.current
      const at = spotIn(event.currentTarget, event)
      setView((view) => zoomAt(view, Math.exp(-event.deltaY / 400), at, picture, stage))
    },
  }
}

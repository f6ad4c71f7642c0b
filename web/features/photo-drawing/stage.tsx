import { type Dispatch, useEffect, useRef } from 'react'
import type { Shape } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Frame, spotOf, type View } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import { boxOf, handlePosition, handlesOf, type Size } from './geometry.ts'
import { paintMarked } from './paint.ts'
import type { Photo } from './photo.ts'
import { ShapeButtons } from './shape-buttons.tsx'
import classes from './stage.module.css'
import { useGestures } from './use-gestures.ts'

interface Props {
  readonly photo: Photo
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly view: View
  readonly setView: (change: (view: View) => View) => void
  readonly size: Frame
  readonly fitText: (shape: Shape) => Shape
}

/** The photo with its drawing, which handles pointer gestures. */
export function Stage({ photo, state, dispatch, view, setView, size, fitText }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const gestures = useGestures({ state, dispatch, view, setView, stage: size, picture: photo, fitText })
  const { shapes, selected } = state
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current) paintStage(canvas.current, { photo, shapes, selected, view, size })
    })
    return () => cancelAnimationFrame(frame)
  }, [photo, shapes, selected, view, size])
  return (
    <>
      <canvas
        ref={canvas}
        className={classes.canvas}
        role="img"
        aria-label={t('drawing.picture', { count: shapes.length })}
        data-tool={state.tool}
        {...gestures}
      />
      <ShapeButtons state={state} dispatch={dispatch} view={view} picture={photo} fitText={fitText} />
    </>
  )
}

interface Scene extends Pick<EditorState, 'shapes' | 'selected'> {
  readonly photo: Photo
  readonly view: View
  readonly size: Size
}

function paintStage(canvas: HTMLCanvasElement, { photo, shapes, selected, view, size }: Scene): void {
  const sharp = Math.min(3, window.devicePixelRatio || 1)
  const [width, height] = [Math.round(size.width * sharp), Math.round(size.height * sharp)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  context.setTransform(sharp * view.scale, 0, 0, sharp * view.scale, sharp * view.x, sharp * view.y)
  context.save()
  context.beginPath()
  context.rect(0, 0, photo.width, photo.height)
  context.clip()
  paintMarked(context, photo, shapes)
  context.restore()
  const shape = selected === null ? undefined : shapes[selected]
  if (!shape) return
  context.setTransform(sharp, 0, 0, sharp, 0, 0)
  paintSelection(context, shape, view, photo)
}

function paintSelection(context: CanvasRenderingContext2D, shape: Shape, view: View, picture: Size): void {
  const { left, top, right, bottom } = boxOf(shape)
  const from = spotOf(view, { x: left, y: top }, picture)
  const to = spotOf(view, { x: right, y: bottom }, picture)
  for (const [color, dash] of [
    ['rgb(0 0 0 / 70%)', []],
    ['#ffffff', [5, 5]],
  ] as const) {
    context.strokeStyle = color
    context.lineWidth = 1.5
    context.setLineDash([...dash])
    context.strokeRect(from.x - 4, from.y - 4, to.x - from.x + 8, to.y - from.y + 8)
  }
  context.setLineDash([])
  for (const handle of handlesOf(shape)) {
    const at = spotOf(view, handlePosition(shape, handle), picture)
    context.beginPath()
    context.arc(at.x, at.y, 9, 0, 2 * Math.PI)
    context.fillStyle = '#ffffff'
    context.strokeStyle = '#0b7285'
    context.lineWidth = 3
    context.fill()
    context.stroke()
  }
}

import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, type KeyboardEvent, useEffect, useRef } from 'react'
import type { Shape } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Frame, spotOf, type View } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import { boxOf, handlePosition, handlesOf, moveShape, type Size } from './geometry.ts'
import { nudgeOf, stretchShape } from './nudge.ts'
import { paintMarked } from './paint.ts'
import type { Photo } from './photo.ts'
import { shapeName } from './shape-name.ts'
import classes from './stage.module.css'
import { useGestures } from './use-gestures.ts'

const hint = 'drawing-keyboard-hint'

const minTargetSize = 44

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

interface ShapeButtonsProps {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly view: View
  readonly picture: Size
  readonly fitText: (shape: Shape) => Shape
}

/** One button per shape, for keyboards and screen readers. Fingers and mice use the canvas below. */
function ShapeButtons({ state, dispatch, view, picture, fitText }: ShapeButtonsProps) {
  const list = useRef<HTMLUListElement>(null)

  function press(event: KeyboardEvent, index: number, shape: Shape): void {
    const nudge = nudgeOf(event.key)
    if (nudge) {
      const changed = event.shiftKey
        ? fitText(stretchShape(shape, nudge))
        : moveShape(shape, nudge.x, nudge.y)
      dispatch({ kind: 'select', index })
      dispatch({ kind: 'change', shape: changed, step: `keys-${index}-${event.shiftKey}` })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      dispatch({ kind: 'select', index })
      dispatch({ kind: 'delete' })
      focusNear(list.current, index)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <VisuallyHidden id={hint}>{t('drawing.keyboardHint')}</VisuallyHidden>
      <ul ref={list} className={classes.shapes} aria-label={t('drawing.shapes')}>
        {state.shapes.map((shape, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no id besides their index in drawing order
          <li key={index}>
            <button
              type="button"
              className={classes.shape}
              style={placeOn(shape, view, picture)}
              aria-label={shapeName(shape, index)}
              aria-describedby={hint}
              aria-pressed={state.selected === index}
              onFocus={() => dispatch({ kind: 'select', index })}
              onClick={() => dispatch({ kind: 'select', index })}
              onKeyDown={(event) => press(event, index, shape)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function placeOn(shape: Shape, view: View, picture: Size) {
  const { left, top, right, bottom } = boxOf(shape)
  const from = spotOf(view, { x: left, y: top }, picture)
  const to = spotOf(view, { x: right, y: bottom }, picture)
  const [width, height] = [Math.max(minTargetSize, to.x - from.x), Math.max(minTargetSize, to.y - from.y)]
  return { left: (from.x + to.x - width) / 2, top: (from.y + to.y - height) / 2, width, height }
}

/** Focuses the next button, or the last one; if none is left, the active tool. */
function focusNear(list: HTMLUListElement | null, index: number): void {
  requestAnimationFrame(() => {
    const buttons = list?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(index, buttons.length - 1)]
    const tool = list?.closest('[role="dialog"]')?.querySelector<HTMLElement>('input[name="tool"]:checked')
    ;(next ?? tool)?.focus()
  })
}

import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, type KeyboardEvent, useRef } from 'react'
import type { Shape } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import { spotOf, type View } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import { boxOf, moveShape, type Size } from './geometry.ts'
import { nudgeOf, stretchShape } from './nudge.ts'
import { shapeName } from './shape-name.ts'
import classes from './stage.module.css'

interface Props {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly view: View
  readonly picture: Size
  readonly fitText: (shape: Shape) => Shape
}

const hint = 'drawing-keyboard-hint'
const minTargetSize = 44

/** One button per shape, for keyboards and screen readers. Fingers and mice use the canvas below. */
export function ShapeButtons({ state, dispatch, view, picture, fitText }: Props) {
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

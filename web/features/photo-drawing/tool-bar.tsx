import {
  IconArrowUpRight,
  IconCircle,
  IconGridDots,
  IconLine,
  IconPointer,
  IconRectangle,
  IconTypography,
} from '@tabler/icons-react'
import type { ComponentType, Dispatch, ReactNode } from 'react'
import type { Shape } from '#contract/media/drawing.ts'
import { drawingColors, drawingWidths } from '#contract/media/drawing-choices.ts'
import { t } from '#web/lib/language/translate.ts'
import choicesStyles from './choices.module.css'
import { type EditorAction, type EditorState, type Tool, tools } from './editor-state.ts'
import { inks } from './paint.ts'
import classes from './tool-bar.module.css'

interface Props {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly fitText: (shape: Shape) => Shape
}

const icons: Readonly<Record<Tool, ComponentType<{ size: number; 'aria-hidden': boolean }>>> = {
  select: IconPointer,
  arrow: IconArrowUpRight,
  line: IconLine,
  ellipse: IconCircle,
  rectangle: IconRectangle,
  text: IconTypography,
  blur: IconGridDots,
}

const thickness = { thin: 2, medium: 5, thick: 10 } as const

/** Selects tool, color and line width. */
export function ToolBar({ state, dispatch, fitText }: Props) {
  return (
    <div className={classes.bar}>
      <div className={classes.pens}>
        <Choices
          name="color"
          label={t('drawing.colors')}
          values={drawingColors}
          value={state.color}
          nameOf={(color) => t(`drawing.${color}`)}
          onChange={(color) => dispatch({ kind: 'color', color })}
        >
          {(color) => <span className={classes.ink} style={{ background: inks[color] }} />}
        </Choices>
        <Choices
          name="width"
          label={t('drawing.widths')}
          values={drawingWidths}
          value={state.width}
          nameOf={(width) => t(`drawing.${width}`)}
          onChange={(width) => dispatch({ kind: 'width', width, fitText })}
        >
          {(width) => <span className={classes.stroke} style={{ height: thickness[width] }} />}
        </Choices>
      </div>
      <div className={classes.tools}>
        <Choices
          name="tool"
          label={t('drawing.tools')}
          values={tools}
          value={state.tool}
          nameOf={(tool) => t(`drawing.${tool}`)}
          onChange={(tool) => dispatch({ kind: 'tool', tool })}
        >
          {(tool) => {
            const Icon = icons[tool]
            return <Icon size={24} aria-hidden />
          }}
        </Choices>
      </div>
    </div>
  )
}

interface ChoicesProps<Value extends string> {
  readonly name: string
  readonly label: string
  readonly values: readonly Value[]
  readonly value: Value
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
  readonly children: (value: Value) => ReactNode
}

/** A row of pictures to choose from, built from radio buttons for keyboards and screen readers. */
function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, label, values, value, nameOf, onChange, children } = props
  return (
    <fieldset className={choicesStyles.row} data-name={name}>
      <legend className={choicesStyles.legend}>{label}</legend>
      {values.map((one) => (
        <label key={one} className={choicesStyles.choice} title={nameOf(one)}>
          <input
            type="radio"
            name={name}
            className={choicesStyles.input}
            aria-label={nameOf(one)}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {children(one)}
        </label>
      ))}
    </fieldset>
  )
}

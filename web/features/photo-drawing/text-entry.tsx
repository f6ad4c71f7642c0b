import { TextInput } from '@mantine/core'
import type { Dispatch } from 'react'
import { limits } from '#contract/limits.ts'
import type { Shape } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './editor.module.css'
import type { EditorAction, EditorState } from './editor-state.ts'

interface Props {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly fitText: (shape: Shape) => Shape
}

/** Edits the words of the selected text. A new text takes focus. */
export function TextEntry({ state, dispatch, fitText }: Props) {
  const { selected, shapes } = state
  const shape = selected === null ? undefined : shapes[selected]
  if (shape?.kind !== 'text' || selected === null) return null
  return (
    <div className={classes.entry}>
      <TextInput
        key={selected}
        aria-label={t('drawing.textLabel')}
        placeholder={t('drawing.textLabel')}
        value={shape.text}
        maxLength={limits.shapeTextMax}
        size="md"
        autoFocus={shape.text === ''}
        enterKeyHint="done"
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          dispatch({
            kind: 'change',
            shape: fitText({ ...shape, text }),
            step: `text-${selected}`,
          })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </div>
  )
}

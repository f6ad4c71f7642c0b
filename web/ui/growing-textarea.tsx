import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './growing-textarea.module.css'

type Props = Omit<TextareaProps, 'autosize' | 'classNames' | 'style'> & { readonly minRows?: number }

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** A text area as tall as its text. A script measures it on each keystroke only where CSS alone can't. */
export function GrowingTextarea({ minRows = 1, ...props }: Props) {
  if (!growsItself) return <Textarea {...props} autosize minRows={minRows} />
  const style = { '--rows': minRows } as CSSProperties
  return <Textarea {...props} style={style} classNames={{ input: classes.grows ?? '' }} />
}

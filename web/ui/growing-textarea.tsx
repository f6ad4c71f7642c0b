import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './growing-textarea.module.css'

type Props = Omit<TextareaProps, 'autosize' | 'classNames' | 'style'> & { readonly minRows?: number }

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** As high as its text. A script measures it, with every key, only where the style sheet alone cannot do that. */
export function GrowingTextarea({ minRows = 1, ...props }: Props) {
  if (!growsItself) return <Textarea {...props} autosize minRows={minRows} />
  const style = { '--rows': minRows } as CSSProperties
  return <Textarea {...props} style={style} classNames={{ input: classes.grows ?? '' }} />
}

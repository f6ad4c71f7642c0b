import { Fragment, type ReactNode } from 'react'
import type { FormattedText, Run } from '#survey/formatted-text.ts'

/** A label or hint with its formatting, else the plain text. Builds elements, never HTML from a text. */
export function RichText({ plain, runs }: { plain: string; runs: FormattedText | undefined }) {
  if (!runs) return plain
  // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity of their own and never move
  return runs.map((run, index) => <Fragment key={index}>{styled(run)}</Fragment>)
}

function styled({ text, bold, italic, underline, link }: Run): ReactNode {
  let words: ReactNode = <span style={{ whiteSpace: 'pre-line', unicodeBidi: 'normal' }}>{text}</span>
  if (underline) words = <u>{words}</u>
  if (italic) words = <em>{words}</em>
  if (bold) words = <strong>{words}</strong>
  if (link === undefined) return words
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" style={{ color: 'inherit' }}>
      {words}
    </a>
  )
}

import type { ReactNode } from 'react'
import { type Away, AwayLine } from './away-line.tsx'
import classes from './list-line.module.css'

interface Props {
  readonly away: Away
  /** How many there are; nothing where there are none. */
  readonly children?: ReactNode
}

/** Above a list: how many there are in it, and why it may be old. */
export function ListLine({ away, children }: Props) {
  const kind = away.problem?.unreached ? 'unreached' : 'refused'
  return (
    <div className={classes.line} data-away={away.problem ? kind : undefined}>
      <div className={classes.count}>{children}</div>
      <AwayLine {...away} />
    </div>
  )
}

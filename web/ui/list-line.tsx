import type { ReactNode } from 'react'
import classes from './list-line.module.css'
import { type StaleData, StaleDataNotice } from './stale-data-notice.tsx'

interface Props {
  readonly away: StaleData
  /** The number of entries; empty if there are none. */
  readonly children?: ReactNode
}

/** The line above a list: its count, and why it may be outdated. */
export function ListLine({ away, children }: Props) {
  const kind = away.problem?.unreached ? 'unreached' : 'refused'
  return (
    <div className={classes.line} data-away={away.problem ? kind : undefined}>
      <div className={classes.count}>{children}</div>
      <StaleDataNotice {...away} />
    </div>
  )
}

import { t } from '#web/lib/language/translate.ts'
import classes from './sync-mark.module.css'

export type MarkState = 'on this device' | 'sending' | 'on the server' | 'needs attention'

const words = {
  'on this device': 'storage.fieldHere',
  sending: 'storage.fieldSending',
  'on the server': 'storage.fieldServer',
  'needs attention': 'storage.fieldRefused',
} as const

/** A small icon of the sync state. Drawn in CSS, because a screen may have hundreds. */
export function SyncMark({ state, className = '' }: { state: MarkState; className?: string | undefined }) {
  const label = t(words[state])
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`${classes.mark} ${className}`}
      data-state={state.replaceAll(' ', '-')}
    />
  )
}

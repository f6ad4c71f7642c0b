import { useSyncExternalStore } from 'react'
import { say } from '#web/lib/say.ts'
import { isBlocked, onBlocked } from '#web/offline/store/blocked.ts'
import classes from './bar.module.css'

/** What to do where a tab of an earlier version does not make way for this one: nothing else would ever appear. */
export function BlockedBar() {
  const blocked = useSyncExternalStore(onBlocked, isBlocked)
  if (!blocked) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>{say('program.blocked')}</p>
    </div>
  )
}

import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { isBlocked, onBlocked } from '#web/offline/store/blocked.ts'
import { isSilent, onSilence } from '#web/offline/store/silence.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'

/** What to do where the device's store cannot be opened or gives no answer: nothing else would ever appear. */
export function BlockedBar() {
  const blocked = useSyncExternalStore(onBlocked, isBlocked)
  const silent = useSyncExternalStore(onSilence, isSilent)
  if (!blocked && !silent) return null
  return (
    <div className={classes.bar} role="alert" data-silent={!blocked}>
      <p className={classes.text}>{t(blocked ? 'program.blocked' : 'program.silent')}</p>
      {!blocked && <ReloadButton />}
    </div>
  )
}

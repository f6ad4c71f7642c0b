import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { blocked } from '#web/offline/store/blocked.ts'
import { isSilent, onSilence } from '#web/offline/store/silence.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'

/** What to do where the device's store cannot be opened or gives no answer: nothing else would ever appear. */
export function BlockedBar() {
  const isBlocked = useSyncExternalStore(blocked.subscribe, blocked.get)
  const silent = useSyncExternalStore(onSilence, isSilent)
  if (!isBlocked && !silent) return null
  return (
    <div className={classes.bar} role="alert" data-silent={!isBlocked}>
      <p className={classes.text}>{t(isBlocked ? 'program.blocked' : 'program.silent')}</p>
      {!isBlocked && <ReloadButton />}
    </div>
  )
}

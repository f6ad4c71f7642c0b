import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { unrestoredText } from '#web/offline/outbox/lost-text.ts'
import {
  isRecorded,
  onUnrestoredWork,
  unrestoredWork,
} from '#web/offline/store/second-record/record-state.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'

/**
 * Shows unsent work of an earlier store that waits for space, and whether this page's own work has a second
 * copy.
 */
export function UnrestoredBar({ account }: { account: string }) {
  const all = useSyncExternalStore(onUnrestoredWork, unrestoredWork)
  const recorded = useSyncExternalStore(isRecorded.subscribe, isRecorded.get)
  const own = all.filter((one) => one.account === account)
  if (own.length === 0) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {t('program.notRestored', { what: unrestoredText(own) })} {!recorded && t('program.notRecorded')}
      </p>
      <ReloadButton />
    </div>
  )
}

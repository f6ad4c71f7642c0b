import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { blocked } from '#web/offline/store/blocked.ts'
import { isSilent, onSilence } from '#web/offline/store/silence.ts'
import { deleteUnreadable, unreadable } from '#web/offline/store/unreadable.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'

/** Shown if the device's store cannot be opened or does not respond: nothing else would appear. */
export function BlockedBar() {
  const isBlocked = useSyncExternalStore(blocked.subscribe, blocked.get)
  const isDamaged = useSyncExternalStore(unreadable.subscribe, unreadable.get)
  const silent = useSyncExternalStore(onSilence, isSilent)
  if (isDamaged) return <DamagedBar />
  if (!isBlocked && !silent) return null
  return (
    <div className={classes.bar} role="alert" data-silent={!isBlocked}>
      <p className={classes.text}>{t(isBlocked ? 'program.blocked' : 'program.silent')}</p>
      {!isBlocked && <ReloadButton />}
    </div>
  )
}

/** The user decides. Suggests restarting the browser first, because deleting damaged files deletes photos. */
function DamagedBar() {
  const [busy, setBusy] = useState(false)
  const repair = () => {
    setBusy(true)
    // If it fails, the bar appears again after the reload.
    void deleteUnreadable().then(reloadPage, reloadPage)
  }
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>{t('program.damaged')}</p>
      <Button size="compact-md" variant="subtle" onClick={repair} loading={busy}>
        {t('program.repair')}
      </Button>
    </div>
  )
}

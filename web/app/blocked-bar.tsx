import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { deleteDamagedStore, storeDamaged } from '#web/offline/store/damaged-store.ts'
import { storeBlocked } from '#web/offline/store/store-blocked.ts'
import { hasUnansweredRequest, onUnansweredRequest } from '#web/offline/store/unanswered-requests.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'

/** Shown if the device's store cannot be opened or does not respond: nothing else would appear. */
export function BlockedBar() {
  const isBlocked = useSyncExternalStore(storeBlocked.subscribe, storeBlocked.get)
  const isDamaged = useSyncExternalStore(storeDamaged.subscribe, storeDamaged.get)
  const silent = useSyncExternalStore(onUnansweredRequest, hasUnansweredRequest)
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
    void deleteDamagedStore().then(reloadPage, reloadPage)
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

import { Button, CloseButton } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { activateNewVersion, newVersion, onNewVersion } from '#web/offline/tabs/new-version.ts'
import classes from './bar.module.css'

/** Announces a new version. It is applied when the page is in the background, or by the button. */
export function NewVersionBar() {
  const state = useSyncExternalStore(onNewVersion, newVersion)
  const [later, setLater] = useState(false)
  if (state === 'none' || later) return null
  return (
    <div className={classes.bar} role="status">
      <p className={`${classes.text} ${classes.brief}`}>
        {t(state === 'asked' ? 'program.soon' : 'program.newVersion')}
      </p>
      <div className={classes.ways}>
        {state === 'ready' && (
          <Button variant="light" size="sm" mih={44} onClick={() => void activateNewVersion()}>
            {t('program.useNow')}
          </Button>
        )}
        <CloseButton size={44} aria-label={t('common.close')} onClick={() => setLater(true)} />
      </div>
    </div>
  )
}

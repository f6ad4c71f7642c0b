import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { lostText } from '#web/offline/outbox/lost-text.ts'
import { closeLostWork, lostWork, onLostWork } from '#web/offline/store/lost-work.ts'
import classes from './bar.module.css'

/** The Data storage screen lists the rest. */
const most = 2

/** Shown after the browser cleared this device's store, now or since the last start, until closed. */
export function LostWorkBar({ account }: { account: string }) {
  const work = useSyncExternalStore(onLostWork, lostWork)[account]
  if (!work) return null
  const { restored, lost } = work
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {[
          t('program.storeCleared'),
          restored > 0 && t('program.workRestored', { count: restored }),
          ...lost.slice(0, most).map(lostText),
          lost.length > most && t('program.moreLost', { count: lost.length - most }),
        ]
          .filter((one) => one !== false)
          .join(' ')}
      </p>
      <Button size="compact-md" variant="subtle" onClick={() => closeLostWork(account)}>
        {t('common.ok')}
      </Button>
    </div>
  )
}

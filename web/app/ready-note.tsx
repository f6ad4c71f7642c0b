import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { watchOfflineReady } from '#web/offline/list/offline-ready.ts'
import classes from './bar.module.css'

/** Milliseconds; long enough to read it twice. */
const shownFor = 8_000

/** Shown once per device, when everything needed offline is stored. */
export function ReadyNote({ account }: { account: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = watchOfflineReady(account, () => {
      setShown(true)
      timer = setTimeout(() => setShown(false), shownFor)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [account])
  return <div role="status">{isShown && <p className={classes.passing}>{t('program.offlineReady')}</p>}</div>
}

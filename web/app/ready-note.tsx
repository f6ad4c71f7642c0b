import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { watchReady } from '#web/offline/list/ready.ts'
import classes from './bar.module.css'

/** Long enough to be read twice; nobody has to press it away. */
const shownFor = 8_000

/** Once on a device: from now on there is nothing to wait for before one goes where there is no network. */
export function ReadyNote({ account }: { account: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = watchReady(account, () => {
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

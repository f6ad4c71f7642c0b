import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { closeMadeAnew, madeAnew, onMadeAnew } from '#web/offline/store/made-anew.ts'
import classes from './bar.module.css'

/** The browser cleared what was kept on this device while the page was open; stays until it is read. */
export function MadeAnewBar() {
  const lost = useSyncExternalStore(onMadeAnew, madeAnew)
  if (!lost) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {t('program.madeAnew')}
        {lost.names.length > 0 && ` ${t('program.lostFiles', { names: lost.names.join(', ') })}`}
        {lost.drawings > 0 && ` ${t('program.lostDrawings', { count: lost.drawings })}`}
      </p>
      <Button size="compact-md" variant="subtle" onClick={closeMadeAnew}>
        {t('common.ok')}
      </Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { say } from '#web/lib/say.ts'
import { closeMadeAnew, madeAnew, onMadeAnew } from '#web/offline/store/made-anew.ts'
import classes from './bar.module.css'

/** The browser cleared what was kept on this device while the page was open; stays until it is read. */
export function MadeAnewBar() {
  const lost = useSyncExternalStore(onMadeAnew, madeAnew)
  if (!lost) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>
        {say('program.madeAnew')}
        {lost.names.length > 0 && ` ${say('program.lostFiles', { names: lost.names.join(', ') })}`}
        {lost.drawings > 0 && ` ${say('program.lostDrawings', { count: lost.drawings })}`}
      </p>
      <Button size="compact-md" variant="subtle" onClick={closeMadeAnew}>
        {say('common.ok')}
      </Button>
    </div>
  )
}

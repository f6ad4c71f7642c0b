import { Button, CloseButton } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { say } from '#web/lib/say.ts'
import { newVersion, onNewVersion, takeNewVersion } from '#web/offline/tabs/new-version.ts'
import classes from './bar.module.css'

/** Says calmly that a new version waits. It comes by itself when nobody is looking; whoever wants it now has it now. */
export function NewVersionBar() {
  const state = useSyncExternalStore(onNewVersion, newVersion)
  const [later, setLater] = useState(false)
  if (state === 'none' || later) return null
  return (
    <div className={classes.bar} role="status">
      <p className={classes.text}>{say(state === 'asked' ? 'program.soon' : 'program.newVersion')}</p>
      {state === 'ready' && (
        <Button variant="light" size="sm" mih={44} onClick={() => void takeNewVersion()}>
          {say('program.useNow')}
        </Button>
      )}
      <CloseButton size={44} aria-label={say('common.close')} onClick={() => setLater(true)} />
    </div>
  )
}

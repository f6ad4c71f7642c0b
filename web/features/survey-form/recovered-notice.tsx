import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { say } from '#web/lib/say.ts'
import { closeRecovered } from '#web/offline/draft/draft-actions.ts'
import { useDraft, useMayEdit } from './draft-context.ts'
import { RecoveredDialog } from './recovered-dialog.tsx'
import classes from './recovered-notice.module.css'
import { useRecovered } from './use-recovered.ts'

/** Answers whose part was deleted elsewhere: how many were kept, and the way to them. */
export function RecoveredNotice() {
  const mayEdit = useMayEdit()
  return mayEdit ? <Notice /> : null
}

function Notice() {
  const recovered = useRecovered()
  const [opened, { open, close }] = useDisclosure(false)
  const count = recovered.kept?.length ?? 0
  return (
    <>
      {count > 0 ? (
        <div className={classes.notice} role="status">
          <p className={classes.words}>{say('together.recovered', { count })}</p>
          <Button variant="default" onClick={open}>
            {say('together.recoveredShow')}
          </Button>
        </div>
      ) : (
        <TellOwn />
      )}
      {opened && <RecoveredDialog recovered={recovered} onClose={close} />}
    </>
  )
}

/** What of this device's was kept aside, until the server's own list can be read. */
function TellOwn() {
  const draft = useDraft()
  const recovered = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  const count = recovered.length
  if (count === 0) return null
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{say('form.recoveredTitle', { count })}</p>
        <ul>
          {recovered.map(({ field, value }) => (
            <li key={`${field} ${value}`}>
              {say('form.lostAnswer', { field, value: value || say('form.conflictEmpty') })}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="default" onClick={() => void closeRecovered(draft)}>
        {say('common.ok')}
      </Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { say } from '#web/lib/say.ts'
import { closeRecovered } from '#web/offline/draft-actions.ts'
import { fetchSurvey } from '#web/offline/drafts.ts'
import { useDraft } from './draft-context.ts'
import classes from './recovered-notice.module.css'

/** Answers whose part was deleted elsewhere: what the person wrote, and where it is now. */
export function RecoveredNotice() {
  const draft = useDraft()
  const recovered = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  const count = recovered.length
  const { account } = draft
  const { id } = draft.survey
  useEffect(() => {
    // The part is still on the screen: the server's copy knows better.
    if (count > 0) void fetchSurvey(account, id)
  }, [count, account, id])
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

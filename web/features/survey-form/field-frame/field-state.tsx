import { memo } from 'react'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { useDraft } from '../draft-context.ts'
import classes from './field.module.css'

interface Props {
  readonly answerId: string
}

/** Where a field's answer is while it is not on the server: only what is out of the ordinary says so. */
export const FieldState = memo(function FieldState({ answerId }: Props) {
  const draft = useDraft()
  const state = useItemState(draft.account, draft.survey.id, answerId)
  if (state === null || state === 'on the server') return null
  return <SyncMark state={state} className={classes.state} />
})

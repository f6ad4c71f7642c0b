import { memo } from 'react'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { useDraft } from '../draft-context.ts'
import classes from './field.module.css'

interface Props {
  readonly answerId: string
}

/** Shows where an answer is until the server has it. */
export const FieldState = memo(function FieldState({ answerId }: Props) {
  const draft = useDraft()
  const state = useItemState(draft.account, draft.survey.id, answerId)
  if (state === null || state === 'on the server') return null
  return <SyncMark state={state} className={classes.state} />
})

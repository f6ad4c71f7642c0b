import { memo } from 'react'
import { useItemState } from '#web/offline/survey-states.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { useDraft } from './draft-context.ts'
import classes from './field.module.css'

interface Props {
  readonly answerId: string
  /** What was never answered is nowhere. */
  readonly answered: boolean
}

/** Where a field's answer is. Typing does not draw it again. */
export const FieldState = memo(function FieldState({ answerId, answered }: Props) {
  const draft = useDraft()
  const state = useItemState(draft.account, draft.survey.id, answerId)
  if (!answered && state === 'on the server') return null
  return <SyncMark state={state} className={classes.state} />
})

import { memo, useEffect, useState } from 'react'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
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
  const fresh = useFresh(answered)
  if (state === null || ((!answered || fresh) && state === 'on the server')) return null
  return <SyncMark state={state} className={classes.state} />
})

/** So long at most until it is known where a new answer is. */
const patience = 3_000

/** A first answer is nowhere until it is known to be somewhere. */
function useFresh(answered: boolean): boolean {
  const [before, setBefore] = useState(answered)
  const [fresh, setFresh] = useState(false)
  // While drawing, so that not even one picture says otherwise.
  if (before !== answered) {
    setBefore(answered)
    setFresh(answered)
  }
  useEffect(() => {
    if (!fresh) return
    const timer = setTimeout(() => setFresh(false), patience)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

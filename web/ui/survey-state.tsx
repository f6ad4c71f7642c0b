import { changedText } from '#survey/changed-since.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { StateChip } from './state-chip.tsx'
import classes from './survey-rows.module.css'

type Attributes = Parameters<typeof reviewNow>[0] & {
  readonly status: string
  readonly changed_since_submission?: Parameters<typeof changedText>[0]
}

/** The state of a survey in a list, and what changed since it was submitted. */
export function SurveyState({ attributes }: { readonly attributes: Attributes }) {
  const changed = changedText(attributes.changed_since_submission)
  return (
    <>
      <StateChip submitted={attributes.status === 'Completed'} review={reviewNow(attributes)} />
      {changed && <span className={classes.changed}>{changed}</span>}
    </>
  )
}

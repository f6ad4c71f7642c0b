import { Button } from '@mantine/core'
import { holdsCopy } from '#survey/edit/copy-from-last.ts'
import type { Given } from '#survey/fields/kind.ts'
import { asText } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import type { FieldPlace } from '#web/offline/draft.ts'
import { retryRefused } from '#web/offline/draft-actions.ts'
import type { Conflict } from '#web/offline/rows.ts'
import { CopyMark } from './copy-mark.tsx'
import { useDraft, useFieldNotes } from './draft-context.ts'
import classes from './field.module.css'

interface Props {
  readonly answerId: string
  readonly answer: Answer
  readonly place: FieldPlace
}

/** What another device answered, or why the server did not take this answer. Nothing is lost without a word. */
export function FieldNote({ answerId, answer, place }: Props) {
  const { conflict, refusal } = useFieldNotes(answerId)
  if (refusal !== undefined) return <Refused problem={refusal} />
  if (conflict) return <Clash answer={answer} place={place} conflict={conflict} />
  if (holdsCopy(answer)) return <CopyMark answer={answer} place={place} />
  return null
}

function Refused({ problem }: { problem: string }) {
  const draft = useDraft()
  return (
    <div className={classes.note} data-kind="refused" role="alert">
      <p>{say('form.refused', { problem })}</p>
      <div className={classes.noteButtons}>
        <Button variant="default" onClick={() => void retryRefused(draft)}>
          {say('common.retry')}
        </Button>
      </div>
    </div>
  )
}

function Clash({ answer, place, conflict }: { answer: Answer; place: FieldPlace; conflict: Conflict }) {
  const draft = useDraft()
  const text = (given: Given) => asText({ ...answer, ...given }) || say('form.conflictEmpty')
  const ownStands = conflict.stands === 'own'
  const values = { own: text(conflict.own), other: text(conflict.other) }
  const take = (given: Given) => {
    void draft.dismissConflict(answer.id)
    draft.type(place, draft.answer(answer.id) ?? answer, given)
  }
  return (
    <div className={classes.note} role="status">
      <p>{say(ownStands ? 'form.conflictOwn' : 'form.conflictOther', values)}</p>
      <div className={classes.noteButtons}>
        <Button variant="default" onClick={() => take(ownStands ? conflict.other : conflict.own)}>
          {say(ownStands ? 'form.useOther' : 'form.useMine')}
        </Button>
        <Button variant="default" onClick={() => void draft.dismissConflict(answer.id)}>
          {say('form.keepThis')}
        </Button>
      </div>
    </div>
  )
}

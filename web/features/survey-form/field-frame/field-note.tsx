import { Button } from '@mantine/core'
import { useContext } from 'react'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { retryRefused } from '#web/offline/draft/draft-actions.ts'
import { ConflictNote } from '../conflicts/conflict-note.tsx'
import { ReadOnlyContext, useDraft, useFieldNotes } from '../draft-context.ts'
import { ChangedMark } from './changed-mark.tsx'
import classes from './field.module.css'

interface Props {
  readonly answerId: string
  readonly answer: Answer
  readonly place: FieldPlace
}

/** The server's rejection, a conflict, or another user's change to this answer. */
export function FieldNote({ answerId, answer, place }: Props) {
  const { conflict, refusal, changedBy } = useFieldNotes(answerId)
  const readOnly = useContext(ReadOnlyContext)
  if (refusal !== undefined) return <Refused problem={refusal} />
  if (conflict && !readOnly) return <ConflictNote answer={answer} place={place} conflict={conflict} />
  if (changedBy) return <ChangedMark answerId={answerId} changedBy={changedBy} />
  return null
}

function Refused({ problem }: { problem: string }) {
  const draft = useDraft()
  return (
    <div className={classes.note} data-kind="refused" role="alert">
      <p>{t('form.refused', { problem })}</p>
      <div className={classes.noteButtons}>
        <Button variant="default" onClick={() => void retryRefused(draft)}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  )
}

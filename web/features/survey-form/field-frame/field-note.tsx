import { Button } from '@mantine/core'
import { useContext, useEffect } from 'react'
import type { Answer } from '#survey/survey.ts'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { retryRefused } from '#web/offline/draft/draft-actions.ts'
import type { ChangedBy } from '#web/offline/draft/remote-updates.ts'
import { ConflictNote } from '../conflicts/conflict-note.tsx'
import { ReadOnlyContext, useDraft, useFieldNotes } from '../draft-context.ts'
import classes from './field.module.css'

/** How long the mark stays once it is visible, in milliseconds. */
const markDuration = 20_000

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

/** 'Changed by Eve Jones, 10:42': shows for a while that another user replaced the answer. */
function ChangedMark({ answerId, changedBy }: { answerId: string; changedBy: ChangedBy }) {
  const draft = useDraft()
  useEffect(() => {
    const timer = setTimeout(() => draft.dropMark(answerId), markDuration)
    return () => clearTimeout(timer)
  }, [draft, answerId])
  const { by: name } = changedBy
  const time = momentText(changedBy.at ?? new Date().toISOString())
  const own = name === currentSession()?.name
  return (
    <p className={classes.changed}>
      {own ? t('together.changedByOther', { time }) : t('together.changedBy', { name, time })}
    </p>
  )
}

import { Button } from '@mantine/core'
import { IconMessage2, IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { NoteDialog } from './note-dialog.tsx'
import classes from './review.module.css'
import { useReviewState } from './review-context.tsx'

/** A reviewer's note on an answer, and a button to add one while reviewing. */
export function ReviewNote({ answer }: { answer: Answer }) {
  const { known, notes, reviews, own } = useReviewState()
  const note = notes.get(answer.id)
  if (note === undefined && !reviews) return null
  const name = known?.review?.done_by
  return (
    <>
      {note !== undefined && (
        <div className={classes.note} role="note">
          <p className={classes.by}>
            <IconMessage2 size={16} aria-hidden />
            {name ? t('reviews.noteBy', { name }) : t('reviews.noteByOther')}
          </p>
          <p className={classes.statement}>{note}</p>
        </div>
      )}
      {reviews && <OwnNote answer={answer} text={own[answer.id]} />}
    </>
  )
}

function OwnNote({ answer, text }: { answer: Answer; text: string | undefined }) {
  const [writing, setWriting] = useState(false)
  const field = answer.field.name
  return (
    <>
      {text !== undefined && (
        <div className={classes.note} data-own role="note">
          <p className={classes.by}>
            <IconMessage2 size={16} aria-hidden />
            {t('reviews.yourNote')}
          </p>
          <p className={classes.statement}>{text}</p>
        </div>
      )}
      <Button
        variant="subtle"
        px="xs"
        className={classes.add ?? ''}
        leftSection={<IconMessagePlus size={18} aria-hidden />}
        aria-label={t(text === undefined ? 'reviews.addNoteTo' : 'reviews.editNoteOf', { field })}
        onClick={() => setWriting(true)}
      >
        {t(text === undefined ? 'reviews.addNote' : 'reviews.editNote')}
      </Button>
      {writing && <NoteDialog answer={answer} saved={text ?? ''} onClose={() => setWriting(false)} />}
    </>
  )
}

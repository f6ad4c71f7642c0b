import { Button, Group } from '@mantine/core'
import { IconMessage2, IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { useUnsavedText } from '#web/lib/page/unsaved.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useDraft } from '../draft-context.ts'
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

interface Props {
  readonly answer: Answer
  readonly saved: string
  readonly onClose: () => void
}

/** Edits a note on an answer. Notes stay on this device until the survey is sent back. */
function NoteDialog({ answer, saved, onClose }: Props) {
  const { account } = useDraft()
  const { note } = useReviewState()
  const typed = useUnsavedText({ account, of: `review-note:${answer.id}` }, saved)
  const keep = (text: string) => {
    note(answer.id, text === '' ? null : text)
    typed.forget()
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t('reviews.noteOn', { field: answer.field.name })}>
      <GrowingTextarea
        label={t('reviews.note')}
        minRows={3}
        maxLength={limits.reviewTextMax}
        value={typed.text}
        onChange={({ currentTarget }) => typed.type(currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        {saved !== '' && (
          <Button variant="subtle" color="red" onClick={() => keep('')}>
            {t('reviews.removeNote')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => keep(typed.text.trim())} disabled={typed.text.trim() === ''}>
          {t('reviews.saveNote')}
        </Button>
      </Group>
    </Dialog>
  )
}

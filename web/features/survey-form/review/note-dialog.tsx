import { Button, Group } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { useUnsavedText } from '#web/lib/page/unsaved.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useDraft } from '../draft-context.ts'
import { useReviewState } from './review-context.tsx'

interface Props {
  readonly answer: Answer
  readonly saved: string
  readonly onClose: () => void
}

/** Edits a note on an answer. Notes stay on this device until the survey is sent back. */
export function NoteDialog({ answer, saved, onClose }: Props) {
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

import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { sendBack } from '#contract/surveys/reviews.ts'
import { findAnswer } from '#survey/navigation.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useUnsavedText } from '#web/lib/page/unsaved.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useDraft } from '../draft-context.ts'
import { NotedFields } from './noted-fields.tsx'
import { useReviewState } from './review-context.tsx'

interface Props {
  /** Notes are written on another screen. */
  readonly noting: boolean
  readonly onClose: () => void
  readonly onSent?: () => void
}

/** Sends the survey back with its notes and an optional message. The survey is then in progress again. */
export function SendBackDialog({ noting, onClose, onSent }: Props) {
  const { account, survey } = useDraft()
  const { own, forget } = useReviewState()
  const message = useUnsavedText({ account, of: `review-message:${survey.id}` }, '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Leave out notes on deleted sub-sections.
  const notes = Object.entries(own).filter(([id]) => findAnswer(survey, id) !== undefined)

  async function send() {
    setBusy(true)
    setError(null)
    const result = await call(sendBack, {
      params: { id: survey.id },
      body: {
        message: message.text.trim(),
        notes: notes.map(([id, note]) => ({ user_survey_sub_section_detail_id: id, note })),
      },
    })
    setBusy(false)
    if (!result.ok) return setError(result.status === 0 ? t('reviews.offline') : result.message)
    message.forget()
    forget()
    onClose()
    void fetchSurvey(account, survey.id)
    onSent?.()
  }

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('reviews.sendBackTitle')}>
      {notes.length > 0 ? (
        <>
          <Text fw={600}>{t('reviews.notesToSend')}</Text>
          <NotedFields notes={new Map(notes)} onFollowed={onClose} />
        </>
      ) : (
        <Text>{t(noting ? 'reviews.noNotesYet' : 'reviews.noNotes')}</Text>
      )}
      <GrowingTextarea
        mt="md"
        label={t('reviews.message')}
        minRows={2}
        maxLength={limits.reviewTextMax}
        value={message.text}
        onChange={({ currentTarget }) => message.type(currentTarget.value)}
        data-autofocus
      />
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void send()} loading={busy}>
          {t('reviews.sendBack')}
        </Button>
      </Group>
    </Dialog>
  )
}

import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { acceptSurvey, sendBack } from '#contract/surveys/reviews.ts'
import { findAnswer } from '#survey/navigation.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useUnsavedText } from '#web/lib/page/unsaved.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useDraft } from '../draft-context.ts'
import { useNotice } from '../notices/use-notice.ts'
import { NotedFields } from './noted-fields.tsx'
import classes from './review.module.css'
import { useReviewState } from './review-context.tsx'

interface Props {
  readonly accepted: boolean
  /** A button to where notes are written; undefined if the fields are on this page. */
  readonly noting?: ReactNode
  /** Set in the queue: accepting needs no confirmation, and the next survey opens. */
  readonly onDone?: OnReviewed
}

/** Called once the server has stored the review. */
export type OnReviewed = (made: 'accepted' | 'sent_back') => void | Promise<void>

/** Milliseconds. An earlier press is the second click of a double click on the previous survey. */
const doubleClickTime = 500

/** A reviewer's actions on a submitted survey. */
export function ReviewBar({ accepted, noting, onDone }: Props) {
  const { account, survey } = useDraft()
  const { known, own, forget } = useReviewState()
  const [asked, setAsked] = useState<'accept' | 'sendBack' | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isNew, setNew] = useState(onDone !== undefined)
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), doubleClickTime)
    return () => clearTimeout(timer)
  }, [])
  const count = Object.keys(own).length
  const written = count > 0 ? t('reviews.barNotes', { count }) : ''
  useNotice('review', written || t('reviews.barTitle'))

  async function accept(): Promise<string | null> {
    const input = { params: { id: survey.id }, body: { last_edited: known?.lastEdited ?? '' } }
    const result = await call(acceptSurvey, input)
    // Reload after a failure too: the survey may have changed in the meantime.
    const fetched = fetchSurvey(account, survey.id)
    if (!result.ok || !onDone) await fetched
    if (!result.ok) return result.status === 0 ? t('reviews.offline') : result.message
    forget()
    setAsked(null)
    await onDone?.('accepted')
    return null
  }

  async function acceptAtOnce() {
    setBusy(true)
    setError(null)
    const failed = await accept()
    setBusy(false)
    setError(failed)
  }

  const again = known?.review?.state === 'resubmitted'
  return (
    <section className={classes.notice} aria-label={t('reviews.barTitle')}>
      {(written || error || (!noting && !onDone)) && (
        <div className={classes.words}>
          {!noting && !onDone && (
            <p>{t(accepted ? 'reviews.barAccepted' : again ? 'reviews.barAgain' : 'reviews.barText')}</p>
          )}
          {written && <p className={classes.count}>{written}</p>}
          {error && (
            <p role="alert" className={classes.error}>
              {error}
            </p>
          )}
        </div>
      )}
      <div className={classes.buttons}>
        {noting}
        <Button variant="default" disabled={busy} onClick={() => setAsked('sendBack')}>
          {t('reviews.sendBack')}
        </Button>
        {!accepted && (
          <Button
            loading={busy}
            disabled={isNew}
            // Accepting discards unsent notes, so confirm that.
            onClick={() => (onDone && count === 0 ? void acceptAtOnce() : setAsked('accept'))}
          >
            {t('reviews.accept')}
          </Button>
        )}
      </div>
      {asked === 'sendBack' && (
        <SendBackDialog
          noting={noting !== undefined}
          onClose={() => setAsked(null)}
          onSent={() => void onDone?.('sent_back')}
        />
      )}
      {asked === 'accept' && (
        <ConfirmCall
          onClose={() => setAsked(null)}
          run={accept}
          title={t('reviews.acceptTitle')}
          text={[
            t('reviews.acceptText'),
            ...(count > 0 ? [t('reviews.acceptDropsNotes', { count })] : []),
          ].join(' ')}
          confirm={t('reviews.accept')}
        />
      )}
    </section>
  )
}

interface SendBackDialogProps {
  /** Notes are written on another screen. */
  readonly noting: boolean
  readonly onClose: () => void
  readonly onSent?: () => void
}

/** Sends the survey back with its notes and an optional message. The survey is then in progress again. */
function SendBackDialog({ noting, onClose, onSent }: SendBackDialogProps) {
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

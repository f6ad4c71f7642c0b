import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { useSurvey } from '../draft-context.ts'
import { useNotice } from '../notices/use-notice.ts'
import { NotedFields } from './noted-fields.tsx'
import classes from './review.module.css'
import type { OnReviewed } from './review-bar.tsx'
import { useReviewState } from './review-context.tsx'

/** Loaded for reviewers only, because it includes the HTTP client that the form's start does not need. */
const ReviewBar = lazy(() =>
  loadWithRetries(() => import('./review-bar.tsx').then((m) => ({ default: m.ReviewBar }))),
)

/** The review's outcome and, for a reviewer, the review actions. */
export function ReviewNotice() {
  const { reviews } = useReviewState()
  return (
    <>
      <ReviewOutcome />
      {reviews && <ReviewActions />}
    </>
  )
}

/** The review's outcome, as long as it applies. */
export function ReviewOutcome() {
  const { known } = useReviewState()
  const status = useSurvey((survey) => survey.status)
  const accepted = useIsAccepted()
  if (reviewNow({ status, review_state: known?.review?.state }) === 'sent_back') return <SentBack />
  return accepted ? <Accepted /> : null
}

interface ActionsProps {
  /** A button to where notes are written, if they are not written here. */
  readonly noting?: ReactNode
  /** Set in the queue: opens the next survey. */
  readonly onDone?: OnReviewed
}

/** The actions of the current reviewer. */
export function ReviewActions({ noting, onDone }: ActionsProps) {
  const accepted = useIsAccepted()
  return (
    <Suspense
      fallback={<ReviewBarPlaceholder accepted={accepted} noting={noting} brief={onDone !== undefined} />}
    >
      <ReviewBar accepted={accepted} noting={noting} {...(onDone && { onDone })} />
    </Suspense>
  )
}

/** As high as the review bar, so the fields below do not jump when it loads. */
function ReviewBarPlaceholder({
  accepted,
  noting,
  brief,
}: {
  accepted: boolean
  noting: ReactNode
  brief: boolean
}) {
  const room = { visibility: 'hidden' } as const
  return (
    <div className={classes.notice}>
      {!noting && !brief && (
        <div className={classes.words}>
          <p>{t(accepted ? 'reviews.barAccepted' : 'reviews.barText')}</p>
        </div>
      )}
      <div className={classes.buttons}>
        {noting}
        <Button style={room}>{t('reviews.sendBack')}</Button>
        {!accepted && <Button style={room}>{t('reviews.accept')}</Button>}
      </div>
    </div>
  )
}

/** False after an edit on this device, even before the server has received it. */
function useIsAccepted(): boolean {
  const { known } = useReviewState()
  const status = useSurvey((survey) => survey.status)
  const lastEdited = useSurvey((survey) => survey.lastEdited)
  const review = known?.review
  if (!review || reviewNow({ status, review_state: review.state }) !== 'accepted') return false
  return Date.parse(lastEdited) <= Date.parse(review.done_at)
}

function SentBack() {
  const { known, notes } = useReviewState()
  const { done_by: name = '', done_at: at = '', message = '' } = known?.review ?? {}
  const count = notes.size
  const short = t('reviews.chipSentBack')
  useNotice('review', count > 0 ? `${short}: ${t('reviews.notesCount', { count })}` : short)
  const time = shortTime(at)
  return (
    <div className={classes.notice} data-asks role="status">
      <div className={classes.words}>
        <p>{name ? t('reviews.sentBackBy', { name, time }) : t('reviews.sentBackByOther', { time })}</p>
        {message && <p className={classes.statement}>{message}</p>}
        <NotedFields notes={notes} />
      </div>
    </div>
  )
}

function Accepted() {
  const { known } = useReviewState()
  const { done_by: name = '', done_at: at = '' } = known?.review ?? {}
  useNotice('review', t('reviews.chipAccepted'))
  const time = shortTime(at)
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{name ? t('reviews.acceptedBy', { name, time }) : t('reviews.acceptedByOther', { time })}</p>
        <p>{t('reviews.changeTakesBack')}</p>
      </div>
    </div>
  )
}

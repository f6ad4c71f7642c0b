import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { untilLoaded } from '#web/lib/start/until-loaded.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { useSurvey } from '../draft-context.ts'
import { useNotice } from '../notices/use-notice.ts'
import { NotedFields } from './noted-fields.tsx'
import classes from './review.module.css'
import type { OnReviewed } from './review-bar.tsx'
import { useReviewing } from './review-context.tsx'

/** Reviewers alone have it; it calls the server, which the form's start does without. */
const ReviewBar = lazy(() =>
  untilLoaded(() => import('./review-bar.tsx').then((m) => ({ default: m.ReviewBar }))),
)

/** At the form's top: what a reviewer said of the survey; for who reviews it now, what they can do. */
export function ReviewNotice() {
  const { reviews } = useReviewing()
  return (
    <>
      <ReviewOutcome />
      {reviews && <ReviewActions />}
    </>
  )
}

/** What a reviewer said of the survey, as far as it still counts. */
export function ReviewOutcome() {
  const { known } = useReviewing()
  const status = useSurvey((survey) => survey.status)
  const accepted = useIsAccepted()
  if (reviewNow({ status, review_state: known?.review?.state }) === 'sent_back') return <SentBack />
  return accepted ? <Accepted /> : null
}

interface ActionsProps {
  /** Where notes are written, if not here. */
  readonly noting?: ReactNode
  /** In the queue: goes on to the next survey. */
  readonly onDone?: OnReviewed
}

/** For who may say something of it now. */
export function ReviewActions({ noting, onDone }: ActionsProps) {
  const accepted = useIsAccepted()
  return (
    <Suspense fallback={<ReviewBarRoom accepted={accepted} noting={noting} brief={onDone !== undefined} />}>
      <ReviewBar accepted={accepted} noting={noting} {...(onDone && { onDone })} />
    </Suspense>
  )
}

/** As high as what comes, so that the fields below it do not jump. */
function ReviewBarRoom({
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

/** What was changed here since is not what was accepted, also before the server has said so. */
function useIsAccepted(): boolean {
  const { known } = useReviewing()
  const status = useSurvey((survey) => survey.status)
  const lastEdited = useSurvey((survey) => survey.lastEdited)
  const review = known?.review
  if (!review || reviewNow({ status, review_state: review.state }) !== 'accepted') return false
  return Date.parse(lastEdited) <= Date.parse(review.done_at)
}

function SentBack() {
  const { known, notes } = useReviewing()
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
  const { known } = useReviewing()
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

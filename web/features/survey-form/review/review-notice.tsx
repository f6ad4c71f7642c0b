import { lazy, Suspense } from 'react'
import { shortTime } from '#web/lib/format-time.ts'
import { reviewNow } from '#web/lib/review-state.ts'
import { t } from '#web/lib/translate.ts'
import { untilLoaded } from '#web/lib/until-loaded.ts'
import { useSurvey } from '../draft-context.ts'
import { useNotice } from '../notices/use-notice.ts'
import { NotedFields } from './noted-fields.tsx'
import classes from './review.module.css'
import { useReviewing } from './review-context.tsx'

/** Reviewers alone have it; it calls the server, which the form's start does without. */
const ReviewBar = lazy(() =>
  untilLoaded(() => import('./review-bar.tsx').then((m) => ({ default: m.ReviewBar }))),
)

/** At the form's top: what a reviewer said of the survey; for who reviews it now, what they can do. */
export function ReviewNotice() {
  const { known, reviews } = useReviewing()
  const status = useSurvey((survey) => survey.status)
  const lastEdited = useSurvey((survey) => survey.lastEdited)
  const state = reviewNow({ status, review_state: known?.review?.state })
  // What was changed here since is not what was accepted, also before the server has said so.
  const accepted =
    state === 'accepted' && known?.review && Date.parse(lastEdited) <= Date.parse(known.review.done_at)
  return (
    <>
      {state === 'sent_back' && <SentBack />}
      {accepted && <Accepted />}
      {reviews && (
        <Suspense>
          <ReviewBar accepted={accepted === true} />
        </Suspense>
      )}
    </>
  )
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
        {message && <p className={classes.said}>{message}</p>}
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

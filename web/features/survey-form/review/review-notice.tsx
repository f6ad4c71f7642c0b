import { shortTime } from '#web/lib/format-time.ts'
import { reviewNow } from '#web/lib/review-state.ts'
import { say } from '#web/lib/say.ts'
import { useSurvey } from '../draft-context.ts'
import { useNotice } from '../use-notice.ts'
import { NotedFields } from './noted-fields.tsx'
import classes from './review.module.css'
import { ReviewBar } from './review-bar.tsx'
import { useReviewing } from './review-context.tsx'

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
      {reviews && <ReviewBar accepted={accepted === true} />}
    </>
  )
}

function SentBack() {
  const { known, notes } = useReviewing()
  const { done_by: name = '', done_at: at = '', message = '' } = known?.review ?? {}
  const count = notes.size
  const short = say('reviews.chipSentBack')
  useNotice('review', count > 0 ? `${short}: ${say('reviews.notesCount', { count })}` : short)
  const time = shortTime(at)
  return (
    <div className={classes.notice} data-asks role="status">
      <div className={classes.words}>
        <p>{name ? say('reviews.sentBackBy', { name, time }) : say('reviews.sentBackByOther', { time })}</p>
        {message && <p className={classes.said}>{message}</p>}
        <NotedFields notes={notes} />
      </div>
    </div>
  )
}

function Accepted() {
  const { known } = useReviewing()
  const { done_by: name = '', done_at: at = '' } = known?.review ?? {}
  useNotice('review', say('reviews.chipAccepted'))
  const time = shortTime(at)
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{name ? say('reviews.acceptedBy', { name, time }) : say('reviews.acceptedByOther', { time })}</p>
        <p>{say('reviews.changeTakesBack')}</p>
      </div>
    </div>
  )
}

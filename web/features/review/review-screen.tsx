import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDraftReport } from '#web/features/report-print/device-report.tsx'
import { ReportView } from '#web/features/report-print/report-view.tsx'
import { useDraft, useSurvey } from '#web/features/survey-form/draft-context.ts'
import { type FormParams, formParams } from '#web/features/survey-form/form-params.ts'
import { OpenForm } from '#web/features/survey-form/open-form.tsx'
import { useReviewState } from '#web/features/survey-form/review/review-context.tsx'
import { ReviewActions } from '#web/features/survey-form/review/review-notice.tsx'
import { queryClient } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useNavigate, useSearchParams } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { prepareDraft } from '#web/offline/draft/prepared-draft.ts'
import type { LastDecision } from './last-decision.ts'
import { addressOf, filtersOf, neighborsQuery, refreshQueue, surveyAddress } from './queries.ts'
import classes from './review.module.css'
import { ReviewBar } from './review-bar.tsx'

/** Loads the survey from the device while the screen's code loads. */
export async function prepareReview(surveyId: string): Promise<undefined> {
  const session = currentSession()
  if (session) await prepareDraft(session.userId, surveyId)
  return undefined
}

/** A survey of the queue: its report beside its form, the review actions, and links to its neighbors. */
export function ReviewScreen() {
  const path = useParams()
  const [search] = useSearchParams()
  const params = formParams(path, search)
  const filters = filtersOf(search)
  const account = useSession()?.userId ?? ''
  const navigate = useNavigate()
  const [shows, setShows] = useState<'report' | 'form'>('report')
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useShowFields(params, setShows)
  const { surveyId } = params

  async function goOn(made: LastDecision) {
    // Read the next survey again: another reviewer may have decided on it.
    const found = await queryClient.fetchQuery(neighborsQuery(surveyId, filters)).catch(() => null)
    const next = found?.data.next
    refreshQueue()
    navigate(next ? surveyAddress(next.id, filters) : addressOf({ ...filters, page: 1 }), { state: made })
  }

  return (
    <div>
      <OpenForm
        key={surveyId}
        account={account}
        params={params}
        beside={{
          report: <ReportPane shown={shows === 'report'} />,
          actions: slot && createPortal(<SurveyReviewActions onDone={goOn} />, slot),
          shows,
        }}
      />
      <ReviewBar
        account={account}
        surveyId={surveyId}
        filters={filters}
        shows={shows}
        onShow={setShows}
        slot={setSlot}
      />
    </div>
  )
}

/** Switches to the form when a link targets a field, such as in a note. */
function useShowFields({ sectionId }: FormParams, show: (what: 'form') => void): void {
  const [first] = useState(sectionId)
  useEffect(() => {
    if (sectionId !== first) show('form')
  }, [sectionId, first, show])
}

/** Send back and Accept, if the user may review this survey now. */
function SurveyReviewActions({ onDone }: { onDone: (made: LastDecision) => Promise<void> }) {
  const { reviews } = useReviewState()
  const name = useSurvey((survey) => survey.name)
  if (!reviews) return null
  return <ReviewActions onDone={(made) => onDone({ made, name })} />
}

/** The open survey's report as guests see it. */
function ReportPane({ shown }: { shown: boolean }) {
  const report = useDraftReport(useDraft())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access
    <section className={classes.report} data-shown={shown} aria-label={t('reviews.showReport')} tabIndex={0}>
      <div className={classes.sheet}>
        <ReportView {...report} />
      </div>
    </section>
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { reportOf } from '#survey/report.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { Draft } from '#web/offline/draft/draft.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { watchSync } from '#web/offline/outbox/status.ts'
import { DraftContext } from '../survey-form/draft-context.ts'
import { ReviewProvider, useReviewState } from '../survey-form/review/review-context.tsx'
import { ReviewActions, ReviewOutcome } from '../survey-form/review/review-notice.tsx'
import { picturesOnDevice } from './figure-sources.ts'
import { ReportPage, type ReviewParts, type ShownReport } from './report-page.tsx'
import classes from './report-review.module.css'

/** Signed picture URLs live for an hour; older than half of it, they are renewed before printing. */
const freshFor = limits.ticketLife / 2
/** Milliseconds to wait for the network before printing anyway. */
const patience = 5_000

interface Props {
  readonly account: string
  readonly surveyId: string
  /** Shown until the survey is on this device, or if it cannot be fetched. */
  readonly meanwhile?: ShownReport | null
}

/** The report from this device's data, including unsent changes. Missing pictures come from the server. */
export function DeviceReport({ account, surveyId, meanwhile = null }: Props) {
  const { open, retry } = useOpenDraft(account, surveyId)
  if (open.state === 'ready') return <DraftReport draft={open.draft} />
  const failure = open.state === 'failed' ? open.message || t('common.network') : null
  return <ReportPage surveyId={surveyId} shown={meanwhile} failure={failure} onRetry={retry} />
}

/** The report of an open survey; updates when the survey changes. */
export function useDraftReport(draft: Draft): ShownReport {
  const { account } = draft
  const survey = useSyncExternalStore(draft.subscribe, () => draft.survey)
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const files = useSyncExternalStore(draft.subscribe, () => draft.files)
  const drawings = useSyncExternalStore(draft.subscribe, () => draft.drawings)
  const planFiles = useSyncExternalStore(draft.subscribe, () => draft.planFiles)
  const unsent = useUnsent(draft)
  const report = useMemo(() => reportOf(survey), [survey])
  const pictures = useMemo(
    () => picturesOnDevice({ account, items, files, drawings }, planFiles),
    [account, items, files, drawings, planFiles],
  )
  const note = useMemo(() => noteOf(unsent), [unsent])
  return { report, pictures, note }
}

function DraftReport({ draft }: { draft: Draft }) {
  const { account, survey } = draft
  const shown = useDraftReport(draft)
  const [freshAt, setFreshAt] = useState(0)

  const freshen = async () => {
    if (Date.now() - freshAt < freshFor) return
    const fetched = fetchSurvey(account, survey.id).then(async ({ ok }) => {
      if (!ok) return
      setFreshAt(Date.now())
      await draft.reload()
    })
    // Offline, the report uses the device's pictures.
    await Promise.race([fetched.catch(() => undefined), new Promise((done) => setTimeout(done, patience))])
  }

  return (
    <ReportReview draft={draft}>
      {(review) => <ReportPage surveyId={survey.id} shown={shown} freshen={freshen} review={review} />}
    </ReportReview>
  )
}

/** A note about unsent changes, or ''. */
function noteOf(unsent: number): string {
  if (unsent === 0) return ''
  const when = dayAndTime(new Date().toISOString())
  return t('reports.madeHere', { when, changes: t('reports.unsentChanges', { count: unsent }) })
}

function useUnsent(draft: Draft): number {
  const [unsent, setUnsent] = useState(0)
  useEffect(
    () => watchSync(draft.account, draft.survey.id, (sync) => sync && setUnsent(sync.unsent)),
    [draft],
  )
  return unsent
}

interface ReportReviewProps {
  readonly draft: Draft
  /** null unless the user reviews the survey. */
  readonly children: (review: ReviewParts | null) => ReactNode
}

/** The same review actions as in the form, for the report screen. */
function ReportReview({ draft, children }: ReportReviewProps) {
  return (
    <DraftContext value={draft}>
      <ReviewProvider>
        <Parts draft={draft}>{children}</Parts>
      </ReviewProvider>
    </DraftContext>
  )
}

function Parts({ draft, children }: ReportReviewProps) {
  const { known, reviews } = useReviewState()
  if (!known?.mayReview) return children(null)
  const { survey } = draft
  const form = new URLSearchParams({ templateId: survey.template.id, surveyId: survey.id })
  const statement = (
    <div className={classes.statement}>
      <ReviewOutcome />
    </div>
  )
  const bar = reviews && (
    <div className={classes.bar}>
      <ReviewActions
        noting={
          <Button component={Link} to={`/survey?${form}`} variant="subtle">
            {t('reviews.addNotes')}
          </Button>
        }
      />
    </div>
  )
  return children({ statement, bar })
}

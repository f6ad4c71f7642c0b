import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { limits } from '#contract/limits.ts'
import { reportDetail } from '#contract/reports.ts'
import { reading } from '#web/lib/query-client.ts'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { addressesOf } from './figure-address.ts'
import { PrintBar } from './print-bar.tsx'
import classes from './print-screen.module.css'
import { ReportFailed, ReportLoading } from './report-states.tsx'
import { ReportView } from './report-view.tsx'

/** The addresses of the pictures live for an hour; after half of it they are renewed before printing. */
const freshFor = limits.ticketLife / 2

/** The survey as a printable report. */
export function PrintScreen() {
  const { pdfSurveyId = '' } = useParams()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...reading(reportDetail, { params: { id: pdfSurveyId } }),
    // Fetched again it has other addresses, and every picture would start anew.
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const report = data?.data.attributes
  const addressOf = useMemo(() => report && addressesOf(report), [report])
  useTitle(report?.name ?? say('reports.title'))

  const freshen = async () => {
    if (Date.now() - dataUpdatedAt < freshFor) return
    await refetch()
    await nextPaint()
  }

  return (
    <div className={classes.desk}>
      <PrintBar surveyId={pdfSurveyId} name={report?.name ?? null} freshen={freshen} />
      <main className={classes.sheet}>
        {report && addressOf ? (
          <ReportView report={report} addressOf={addressOf} plans={report.plans} />
        ) : error ? (
          <ReportFailed message={error.message} onRetry={() => refetch()} />
        ) : (
          <ReportLoading />
        )}
      </main>
    </div>
  )
}

/** By then the pictures have their new addresses. */
function nextPaint(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { reportDetail } from '#contract/reports.ts'
import { reading } from '#web/lib/query-client.ts'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { addressesOf } from './figure-address.ts'
import { PrintBar } from './print-bar.tsx'
import classes from './print-screen.module.css'
import { ReportFailed, ReportLoading } from './report-states.tsx'
import { ReportView } from './report-view.tsx'

/** The survey as a printable report. */
export function PrintScreen() {
  const { pdfSurveyId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...reading(reportDetail, { params: { id: pdfSurveyId } }),
    // The addresses in it are good for an hour; fetching again would start every picture anew.
    staleTime: 30 * 60_000,
    refetchOnWindowFocus: false,
  })
  const report = data?.data.attributes
  const addressOf = useMemo(() => report && addressesOf(report), [report])
  useTitle(report?.name ?? say('reports.title'))

  return (
    <div className={classes.desk}>
      <PrintBar surveyId={pdfSurveyId} name={report?.name ?? null} />
      <main className={classes.sheet}>
        {report && addressOf ? (
          <ReportView report={report} addressOf={addressOf} />
        ) : error ? (
          <ReportFailed message={error.message} onRetry={() => refetch()} />
        ) : (
          <ReportLoading />
        )}
      </main>
    </div>
  )
}

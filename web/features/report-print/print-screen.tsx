import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { isOnDevice } from '#web/offline/draft/load-survey.ts'
import { DeviceReport } from './device-report.tsx'
import { picturesOfReport } from './figure-sources.ts'
import { nextPaint } from './prepare-pictures.ts'
import { ReportPage } from './report-page.tsx'

/** Signed picture URLs live for an hour; older than half of it, they are renewed before printing. */
const freshFor = limits.ticketLife / 2

/** A survey as a printable report: from this device's copy with unsent changes, or else from the server. */
export function PrintScreen() {
  const { pdfSurveyId = '' } = useParams()
  const account = useSession()?.userId ?? ''
  const here = useIsHere(account, pdfSurveyId)
  if (here === null) return <ReportPage surveyId={pdfSurveyId} shown={null} />
  if (here) return <DeviceReport account={account} surveyId={pdfSurveyId} />
  return <ServerReport surveyId={pdfSurveyId} />
}

/** Whether this device has the survey; null while reading. Fixed once found, so the page never switches. */
function useIsHere(account: string, surveyId: string): boolean | null {
  const [found, setFound] = useState<{ readonly of: string; readonly here: boolean } | null>(null)
  const of = `${account} ${surveyId}`
  useEffect(() => {
    let left = false
    void isOnDevice(account, surveyId)
      // An unreadable store has no copy; use the server's.
      .catch(() => false)
      .then((here) => !left && setFound({ of, here }))
    return () => {
      left = true
    }
  }, [account, surveyId, of])
  return found?.of === of ? found.here : null
}

/**
 * The server's report of a survey that is not on this device. Reviewers get the survey onto the device, so
 * they accept exactly what they see.
 */
function ServerReport({ surveyId }: { surveyId: string }) {
  const account = useSession()?.userId ?? ''
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...reading(reportDetail, { params: { id: surveyId }, query: { only: 'report' } }),
    // A refetch would change the signed URLs and reload every picture.
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const shown = useMemo(() => {
    const report = data?.data.attributes
    return report ? { report, pictures: picturesOfReport(report) } : null
  }, [data])

  const freshen = async () => {
    if (Date.now() - dataUpdatedAt < freshFor) return
    await refetch()
    await nextPaint()
  }

  if (data?.data.attributes.may_review)
    return <DeviceReport account={account} surveyId={surveyId} meanwhile={shown} />
  return (
    <ReportPage
      surveyId={surveyId}
      shown={shown}
      failure={error?.message ?? null}
      onRetry={() => void refetch()}
      freshen={freshen}
    />
  )
}

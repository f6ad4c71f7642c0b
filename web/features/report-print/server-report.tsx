import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DeviceReport } from './device-report.tsx'
import { picturesOfReport } from './figure-sources.ts'
import { nextPaint } from './prepare-pictures.ts'
import { ReportPage } from './report-page.tsx'

/** Signed picture URLs live for an hour; older than half of it, they are renewed before printing. */
const freshFor = limits.ticketLife / 2

/**
 * The server's report of a survey that is not on this device. Reviewers get the survey onto the device, so
 * they accept exactly what they see.
 */
export function ServerReport({ surveyId }: { surveyId: string }) {
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

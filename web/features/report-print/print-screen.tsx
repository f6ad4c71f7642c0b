import { useEffect, useState } from 'react'
import { useParams } from '#web/lib/page/route.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { isOnDevice } from '#web/offline/draft/load-survey.ts'
import { DeviceReport } from './device-report.tsx'
import { ReportPage } from './report-page.tsx'
import { ServerReport } from './server-report.tsx'

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

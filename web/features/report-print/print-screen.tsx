import { useEffect, useState } from 'react'
import { useParams } from '#web/lib/page/route.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { isOnDevice } from '#web/offline/draft/load-survey.ts'
import { DeviceReport } from './device-report.tsx'
import { ReportDesk } from './report-desk.tsx'
import { ServerReport } from './server-report.tsx'

/** The survey as a printable report: this device's where it has the survey, with what waits unsent; else the server's. */
export function PrintScreen() {
  const { pdfSurveyId = '' } = useParams()
  const account = useSession()?.userId ?? ''
  const here = useIsHere(account, pdfSurveyId)
  if (here === null) return <ReportDesk surveyId={pdfSurveyId} shown={null} />
  if (here) return <DeviceReport account={account} surveyId={pdfSurveyId} />
  return <ServerReport surveyId={pdfSurveyId} />
}

/** null while the device is asked. It stays as it was found: the page does not turn into another one. */
function useIsHere(account: string, surveyId: string): boolean | null {
  const [found, setFound] = useState<{ readonly of: string; readonly here: boolean } | null>(null)
  const of = `${account} ${surveyId}`
  useEffect(() => {
    let left = false
    void isOnDevice(account, surveyId)
      // A store that cannot be read has no copy to print; the server's is.
      .catch(() => false)
      .then((here) => !left && setFound({ of, here }))
    return () => {
      left = true
    }
  }, [account, surveyId, of])
  return found?.of === of ? found.here : null
}

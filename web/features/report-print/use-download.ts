import { useState } from 'react'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { reportDownload, zipDownload } from '#contract/reports.ts'
import { call } from '#web/lib/call.ts'
import { startDownload } from '#web/lib/download.ts'

export interface Download {
  readonly busy: boolean
  readonly failure: string | null
  readonly start: () => void
  readonly clear: () => void
}

/** Asks for a signed address and sends the browser there; the file streams without leaving the page. */
function useDownload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  addressIn: (reply: ReplyOf<E>) => string,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    const result = await call(endpoint, input)
    setBusy(false)
    if (result.ok) startDownload(addressIn(result.reply))
    else setFailure(result.message)
  }
  return { busy, failure, start: () => void start(), clear: () => setFailure(null) }
}

export function usePdfDownload(surveyId: string) {
  return useDownload(reportDownload, { params: { id: surveyId } }, (reply) => reply.data.url)
}

export function useZipDownload(surveyId: string) {
  return useDownload(
    zipDownload,
    { query: { user_survey_id: surveyId } },
    (reply) => reply.data.uploaded_files_winzip,
  )
}

import { useState } from 'react'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { downloadPdf, downloadZip } from '#web/lib/files/download-file.ts'
import { call, type Failure } from '#web/lib/http/call.ts'

export interface Download {
  readonly busy: boolean
  readonly failure: string | null
  readonly start: () => void
  readonly clear: () => void
}

/** Requests a signed URL and downloads its file without leaving the page. */
function useDownload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  addressIn: (reply: ReplyOf<E>) => string,
  bring: (address: string) => Promise<Failure | null>,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    const result = await call(endpoint, input)
    const failed = result.ok ? await bring(addressIn(result.reply)) : result
    setBusy(false)
    if (failed) setFailure(failed.message)
  }
  return { busy, failure, start: () => void start(), clear: () => setFailure(null) }
}

export function usePdfDownload(surveyId: string) {
  return useDownload(reportDownload, { params: { id: surveyId } }, (reply) => reply.data.url, downloadPdf)
}

export function useZipDownload(surveyId: string) {
  return useDownload(
    zipDownload,
    { query: { user_survey_id: surveyId } },
    (reply) => reply.data.uploaded_files_winzip,
    downloadZip,
  )
}

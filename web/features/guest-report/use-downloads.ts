import { useState } from 'react'
import { guestPdfDownload, guestZip } from '#contract/guests.ts'
import { call, type Failure } from '#web/lib/call.ts'
import { startDownload } from '#web/lib/download.ts'

type Kind = 'pdf' | 'zip'

/** Fetches the signed address of the PDF or the zip and lets the browser stream it. */
export function useDownloads(linkId: string, onExpired: () => void) {
  const [busy, setBusy] = useState<Kind | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async (kind: Kind) => {
    setBusy(kind)
    const result = kind === 'pdf' ? await pdfAddress(linkId) : await zipAddress(linkId)
    setBusy(null)
    if (typeof result === 'string') startDownload(result)
    else if (result.status === 410) onExpired()
    else setFailure(result.message)
  }
  return {
    busy,
    failure,
    fail: setFailure,
    start: (kind: Kind) => void start(kind),
    clear: () => setFailure(null),
  }
}

async function pdfAddress(linkId: string): Promise<string | Failure> {
  const result = await call(guestPdfDownload, { query: { guest_survey_id: linkId } })
  return result.ok ? result.reply.data.url : result
}

async function zipAddress(linkId: string): Promise<string | Failure> {
  const result = await call(guestZip, { query: { guest_survey_id: linkId } })
  return result.ok ? result.reply.data.uploaded_files_winzip : result
}

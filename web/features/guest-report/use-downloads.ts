import { useState } from 'react'
import { guestPdfDownload, guestZip } from '#contract/sharing/guests.ts'
import { downloadPdf, downloadZip } from '#web/lib/files/download-file.ts'
import { call, type Failure } from '#web/lib/http/call.ts'

type Kind = 'pdf' | 'zip'

/** Gets the signed URL of the PDF or zip and downloads it. */
export function useDownloads(linkId: string, onExpired: () => void) {
  const [busy, setBusy] = useState<Kind | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async (kind: Kind) => {
    setBusy(kind)
    const failed = kind === 'pdf' ? await getPdf(linkId) : await getZip(linkId)
    setBusy(null)
    if (failed?.status === 410) onExpired()
    else if (failed) setFailure(failed.message)
  }
  return {
    busy,
    failure,
    fail: setFailure,
    start: (kind: Kind) => void start(kind),
    clear: () => setFailure(null),
  }
}

async function getPdf(linkId: string): Promise<Failure | null> {
  const result = await call(guestPdfDownload, { query: { guest_survey_id: linkId } })
  return result.ok ? downloadPdf(result.reply.data.url) : result
}

async function getZip(linkId: string): Promise<Failure | null> {
  const result = await call(guestZip, { query: { guest_survey_id: linkId } })
  return result.ok ? downloadZip(result.reply.data.uploaded_files_winzip) : result
}

import type { Failure } from '../http/call.ts'
import { handOver, startDownload } from '../http/download.ts'
import { fetchPdf } from '../http/fetch-pdf.ts'

/**
 * Fetches a PDF completely before saving it. Its length is unknown in advance, so the browser can't detect
 * truncation.
 */
export async function downloadPdf(address: string): Promise<Failure | null> {
  const pdf = await fetchPdf(address)
  if (!pdf.ok) return pdf
  handOver(pdf.file, pdf.name)
  return null
}

/** Streams a zip to the disk. It has a Content-Length, so the browser detects truncation. */
export async function downloadZip(address: string): Promise<null> {
  startDownload(address)
  return null
}

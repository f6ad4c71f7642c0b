import type { Failure } from '../http/call.ts'
import { handOver, startDownload } from '../http/download.ts'
import { fetchPdf } from '../http/whole-pdf.ts'

/** Nobody knows the length of a PDF before its end: it is looked at before it is handed over. */
export async function downloadPdf(address: string): Promise<Failure | null> {
  const pdf = await fetchPdf(address)
  if (!pdf.ok) return pdf
  handOver(pdf.file, pdf.name)
  return null
}

/** A zip says its length, so the browser sees by itself where one breaks off; it streams to the disk. */
export async function downloadZip(address: string): Promise<null> {
  startDownload(address)
  return null
}

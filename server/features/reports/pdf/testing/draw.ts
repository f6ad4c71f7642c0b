import type { ReportDocument } from '#survey/report.ts'
import { openChunkedOutput } from '../chunked-output.ts'
import { openPhotoFeed, type PdfPhoto, picturesOf } from '../photo-feed.ts'
import { renderReport } from '../render.ts'

interface DrawOptions {
  readonly photos?: Readonly<Record<string, PdfPhoto>>
  readonly videoUrl?: string
  readonly fontDir?: string
}

/** Renders a report in this process; returns the file and the characters that no font has. */
export async function renderInProcess(document: ReportDocument, given: DrawOptions = {}) {
  const pieces: Uint8Array[] = []
  const output = openChunkedOutput((piece) => {
    pieces.push(piece.slice())
    output.taken(piece.length)
  })
  const photo = async (mediaId: string) => given.photos?.[mediaId] ?? null
  const sources = {
    photos: openPhotoFeed(picturesOf(document), photo),
    videoUrl: () => given.videoUrl ?? null,
  }
  const options = { fontDir: given.fontDir ?? null, now: '2026-11-21T12:00:00Z' }
  const missing = await renderReport(document, sources, options, output)
  return { bytes: Buffer.concat(pieces), missing }
}

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context, Db } from '#server/context.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import { reportOf } from '#survey/report.ts'
import { mediaAddress, type Reader } from './addresses.ts'
import { readStoredCopies } from './data.ts'
import { type PdfPhoto, streamReportPdf } from './pdf.ts'
import { pick, shownRenditions } from './policy.ts'

/** A survey's report as a PDF for this reader: photos inside it, videos as links that only this reader's rights open. */
export async function openReportPdf(
  { files, config, log }: Context,
  db: Db,
  { survey, media }: LoadedSurvey,
  reader: Reader,
): Promise<Readable> {
  const photos = await readStoredCopies(db, survey.id, ['report'])
  const videos = new Map(media.map((row) => [row.id, row]))
  return streamReportPdf(
    reportOf(survey),
    {
      async photo(mediaId): Promise<PdfPhoto | null> {
        const [copy] = photos.get(mediaId) ?? []
        if (!copy) return null
        const { width, height, storeKey } = copy
        return width && height ? { bytes: await buffer(await files.read(storeKey)), width, height } : null
      },
      videoUrl(mediaId) {
        const shown = pick(videos.get(mediaId)?.renditions ?? [], shownRenditions(reader.holder, 'video'))
        return shown && `${config.publicUrl}${mediaAddress(reader, mediaId, shown.name)}`
      },
    },
    { fontDir: config.fontDir, now: reader.now, log },
  )
}

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context, Db } from '#server/context.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import type { Holder } from '#server/http/ticket.ts'
import { reportOf } from '#survey/report.ts'
import { captioned } from './captions.ts'
import { readStoredCopies, readStoredPlans } from './data.ts'
import { type PdfPhoto, streamReportPdf } from './pdf.ts'
import { isGuest } from './policy.ts'

/** A survey's report as a PDF: photos inside it, videos as links to the page that shows them. */
export async function openReportPdf(
  { files, config, log }: Context,
  db: Db,
  { survey, media }: LoadedSurvey,
  { holder, videoPage, now }: { readonly holder: Holder; readonly videoPage: string; readonly now: Date },
): Promise<Readable> {
  const photos = await readStoredCopies(db, survey.id, ['report'])
  const plans = await readStoredPlans(db, survey.id, 'report')
  return streamReportPdf(
    captioned(reportOf(survey, { forGuests: isGuest(holder) }), media, holder),
    {
      async photo(mediaId): Promise<PdfPhoto | null> {
        const copy = plans.get(mediaId) ?? photos.get(mediaId)?.[0]
        if (!copy) return null
        const { width, height, storeKey } = copy
        return width && height ? { bytes: await buffer(await files.read(storeKey)), width, height } : null
      },
      videoUrl: () => videoPage,
    },
    { fontDir: config.fontDir, now, log },
  )
}

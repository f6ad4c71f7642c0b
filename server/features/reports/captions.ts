import { t } from '#contract/messages/translate.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import type { Holder } from '#server/http/ticket.ts'
import type { ReportDocument } from '#survey/report.ts'
import { pick, shownRenditions } from './policy.ts'

type Shown = Pick<MediaRow, 'kind' | 'renditions'>

/** The words under a photo or video; where this reader gets no more of a video than its still, also whom to ask for it. */
export function captionFor(caption: string, row: Shown, holder: Holder): string {
  if (row.kind === 'photo' || pick(row.renditions, shownRenditions(holder, 'video'))) return caption
  return [caption, t('media.askSurveyor')].filter((words) => words !== '').join(' – ')
}

/** The report with the words that its reader gets under each figure. */
export function captioned(
  report: ReportDocument,
  media: readonly MediaRow[],
  holder: Holder,
): ReportDocument {
  const rows = new Map(media.map((row) => [row.id, row]))
  const captionOf = (mediaId: string, caption: string) => {
    const row = rows.get(mediaId)
    return row ? captionFor(caption, row, holder) : caption
  }
  return {
    ...report,
    sections: report.sections.map((section) => ({
      ...section,
      parts: section.parts.map((part) => ({
        ...part,
        rows: part.rows.map((row) => ({
          ...row,
          figures: row.figures.map((figure) => ({
            ...figure,
            caption: captionOf(figure.mediaId, figure.caption),
          })),
        })),
      })),
    })),
  }
}

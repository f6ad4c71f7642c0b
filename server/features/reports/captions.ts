import { t } from '#contract/messages/translate.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import type { Holder } from '#server/http/ticket.ts'
import type { ReportDocument } from '#survey/report.ts'
import { pick, shownRenditions } from './policy.ts'

type Shown = Pick<MediaRow, 'kind' | 'renditions' | 'awaitsCopy'>

interface CaptionReader {
  readonly holder: Holder
  /** Whether this server makes copies of videos for guests. */
  readonly makesCopies: boolean
}

/**
 * Returns a figure's caption. If this reader gets only a still of a video, the caption says how to get the
 * video.
 */
export function captionFor(caption: string, row: Shown, { holder, makesCopies }: CaptionReader): string {
  if (row.kind === 'photo' || pick(row.renditions, shownRenditions(holder, 'video'))) return caption
  const note = makesCopies && row.awaitsCopy ? t('media.videoNotReady') : t('media.askSurveyor')
  return [caption, note].filter((words) => words !== '').join(' – ')
}

/** Returns the report with each figure's caption for this reader. */
export function captioned(
  report: ReportDocument,
  media: readonly MediaRow[],
  reader: CaptionReader,
): ReportDocument {
  const rows = new Map(media.map((row) => [row.id, row]))
  const captionOf = (mediaId: string, caption: string) => {
    const row = rows.get(mediaId)
    return row ? captionFor(caption, row, reader) : caption
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

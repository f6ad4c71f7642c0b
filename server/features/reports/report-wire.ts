import type { ReportDetail } from '#contract/reports.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import { type Figure, reportOf } from '#survey/report.ts'
import { mediaAddress, type Reader } from './addresses.ts'
import { pick, shownRenditions, smallRenditions } from './policy.ts'

/** The report with addresses for its figures, of copies that this reader may have. */
export function reportForReader({ survey, media }: LoadedSurvey, reader: Reader): ReportDetail {
  const files = new Map(media.map((row) => [row.id, row]))
  const { sections, ...head } = reportOf(survey)
  return {
    ...head,
    sections: sections.map(({ id, name, parts }) => ({
      id,
      name,
      parts: parts.map((part) => ({
        ...part,
        rows: part.rows.map((row) => ({
          ...row,
          figures: row.figures.map((figure) => ({ ...figure, ...filesOf(figure, files, reader) })),
        })),
      })),
    })),
  }
}

function filesOf({ mediaId }: Figure, files: ReadonlyMap<string, MediaRow>, reader: Reader) {
  const row = files.get(mediaId)
  const shown = row ? pick(row.renditions, shownRenditions(reader.holder, row.kind)) : null
  const small = row ? pick(row.renditions, smallRenditions) : null
  return {
    url: row && shown ? mediaAddress(reader, row, shown.name) : null,
    thumbnail_url: row && small ? mediaAddress(reader, row, small.name) : null,
    width: shown?.width ?? small?.width ?? null,
    height: shown?.height ?? small?.height ?? null,
  }
}

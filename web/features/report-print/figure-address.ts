import type { ReportDetail } from '#contract/reports.ts'
import type { Figure } from '#survey/report.ts'

/** Where a figure's bytes are: on the server (signed) or on the device (object address). */
export interface FigureAddress {
  /** The picture that is drawn: the photo itself, or a video's poster. Null = nothing can be drawn. */
  readonly picture: string | null
  /** What a click opens: the photo at full size, or the video. */
  readonly target: string | null
  readonly width: number | null
  readonly height: number | null
}

export type AddressOf = (figure: Figure) => FigureAddress

const nowhere: FigureAddress = { picture: null, target: null, width: null, height: null }

/** The addresses that came with the server's report. */
export function addressesOf(report: ReportDetail): AddressOf {
  const known = new Map(
    report.sections
      .flatMap(({ parts }) => parts.flatMap(({ rows }) => rows.flatMap(({ figures }) => figures)))
      .map((figure) => [
        figure.mediaId,
        {
          picture: figure.kind === 'photo' ? (figure.url ?? figure.thumbnail_url) : figure.thumbnail_url,
          target: figure.url,
          width: figure.width,
          height: figure.height,
        },
      ]),
  )
  return (figure) => known.get(figure.mediaId) ?? nowhere
}

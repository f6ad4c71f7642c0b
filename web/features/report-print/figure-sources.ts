import type { ShownPlan } from '#contract/media/plan-item.ts'
import type { ReportDetail } from '#contract/sharing/reports.ts'
import type { Figure } from '#survey/report.ts'
import { type KnownMedia, mediumSources } from '#web/offline/pictures/medium-sources.ts'
import type { PlanFile } from '#web/offline/pictures/plan-files.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { shownSize } from '#web/offline/pictures/shown-size.ts'

/** Where a report's pictures are: on this device, on the server (signed URLs), or both. */
export interface ReportPictures {
  /** By media id. */
  readonly ofFigure: (figure: Figure) => FigureSources
  /** By plan id. */
  readonly ofPlan: (planId: string) => PictureSources
  /** Shown if no source has the picture. */
  readonly missing: 'reports.pictureMissing' | 'reports.notOnDevice'
}

export interface PictureSources {
  readonly sources: readonly PictureSource[]
  readonly width: number | null
  readonly height: number | null
}

/** Sources of a photo or of a video's poster. */
export interface FigureSources extends PictureSources {
  /** Opened by a click: the full-size photo or the video. */
  readonly target: string | null
}

const unknownSize = { width: null, height: null }

/** Picture URLs from the server's report. */
export function picturesOfReport(report: ReportDetail): ReportPictures {
  const figures = report.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) => rows.flatMap((row) => row.figures)),
  )
  const known = new Map(
    figures.map(({ mediaId, kind, url, thumbnail_url, width, height }) => {
      const address = kind === 'photo' ? (url ?? thumbnail_url) : thumbnail_url
      return [mediaId, { sources: named(address), target: url, width, height }]
    }),
  )
  const plans = new Map(
    report.plans.map(({ planId, url, width, height }: ShownPlan) => [
      planId,
      { sources: named(url), width, height },
    ]),
  )
  return {
    ofFigure: ({ mediaId }) => known.get(mediaId) ?? { sources: [], target: null, ...unknownSize },
    ofPlan: (planId) => plans.get(planId) ?? { sources: [], ...unknownSize },
    missing: 'reports.pictureMissing',
  }
}

/** This device's pictures, with the server's as a fallback. */
export function picturesOnDevice(
  known: KnownMedia,
  planFiles: ReadonlyMap<string, PlanFile>,
): ReportPictures {
  const { account, items, drawings } = known
  return {
    ofFigure: ({ mediaId, kind }) => {
      const { large } = mediumSources(known, kind, mediaId)
      const item = items.get(mediaId)
      return { sources: large, target: item?.url ?? null, ...shownSize(item, drawings.get(mediaId)) }
    },
    ofPlan: (planId) => {
      const { item = null, width = null, height = null } = planFiles.get(planId) ?? {}
      const own = { account, store: 'planPictures', id: planId } as const
      return { sources: [own, ...named(item?.url ?? null)], width, height }
    },
    missing: 'reports.notOnDevice',
  }
}

function named(address: string | null): readonly PictureSource[] {
  return address ? [address] : []
}

import type { ShownPlan } from '#contract/media/plan-item.ts'
import type { ReportDetail } from '#contract/sharing/reports.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import type { PlanRow } from '#server/features/surveys/plan-items.ts'
import type { Figure, ReportPlan } from '#survey/report.ts'
import { mediaAddress, planAddress, type Reader } from './addresses.ts'
import type { LoadedReport } from './loaded-report.ts'
import { pick, shownRenditions, smallRenditions } from './policy.ts'
import { presentSections } from './present-sections.ts'

interface Wanted {
  /** Whether to repeat the answers with the field names of the survey calls, which doubles the cost. */
  readonly surveySections: boolean
}

/** Presents the report with addresses of the copies that this reader may open. */
export function reportForReader(
  loaded: LoadedReport,
  reader: Reader,
  { surveySections }: Wanted = { surveySections: true },
): ReportDetail {
  const { survey, report, media, plans: rows } = loaded
  const files = new Map(media.map((row) => [row.id, row]))
  const { sections, plans, ...head } = report
  const [photos, videos] = survey.showMedia ? [head.photoCount, head.videoCount] : [0, 0]
  return {
    id: head.surveyId,
    survey_name: head.name,
    date_created: head.createdAt,
    last_edited: head.lastEdited,
    created_by: head.createdBy,
    status: survey.status,
    changed_since_submission: head.changedSince,
    attached_photo_files: photos,
    attached_video_files: videos,
    total_uploaded_files: photos + videos,
    ...(surveySections && { user_survey_sections: presentSections(loaded, reader) }),
    ...head,
    plans: plansForReader(plans, rows, reader),
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

/** Presents the report's plans with addresses of their pictures. */
export function plansForReader(
  plans: readonly ReportPlan[],
  rows: readonly PlanRow[],
  reader: Reader,
): ShownPlan[] {
  const files = new Map(rows.map((row) => [row.id, row.renditions]))
  return plans.map(({ planId, name, pins }) => {
    const there = files.get(planId) ?? []
    const view = pick(there, ['view'])
    const small = pick(there, ['thumb'])
    return {
      planId,
      name,
      pins: pins.map((pin) => ({ ...pin })),
      url: view && planAddress(reader, planId, view.name),
      thumbnail_url: small && planAddress(reader, planId, small.name),
      width: view?.width ?? null,
      height: view?.height ?? null,
    }
  })
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

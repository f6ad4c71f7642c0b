import type { ExportRequest } from '#contract/surveys/exports.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/** The surveys to export. */
export interface ExportScope {
  /** The name of a single survey. */
  readonly name: string | null
  readonly count: number
  /** Null: the surveys below by their ids. */
  readonly filter: Omit<ExportRequest, 'format'> | null
  /** The surveys that the device lists. */
  readonly surveys: readonly DeviceSurvey[]
}

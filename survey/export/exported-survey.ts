import type { ReviewState } from '#contract/surveys/review-on-wire.ts'
import type { Survey } from '../survey.ts'
import type { Template } from '../template.ts'

/** A version of a template, with the key that all its versions share. */
export interface ExportTemplate {
  readonly series: string
  readonly template: Template
}

/** A survey with its review, files and reader, as an export needs it. */
export interface ExportedSurvey {
  readonly survey: Survey
  /** The series of the survey's template. */
  readonly series: string
  readonly review: ReviewState | null
  /** Whether the reader owns the survey. Photo positions are exported only then. */
  readonly isOwner: boolean
  /** By media id. Photos and videos without an entry are exported without a name. */
  readonly media: ReadonlyMap<string, ExportedMedia>
}

export interface ExportedMedia {
  /** The path in the survey's zip of photos and videos. */
  readonly path: string
  /** Absolute and signed; null if it is not served. */
  readonly url: string | null
  readonly position: { readonly latitude: number; readonly longitude: number } | null
}

import type { ReplyOf } from '#contract/endpoint.ts'
import type { Shape, Turn } from '#contract/media/drawing.ts'
import type { listSurveys } from '#contract/surveys/surveys.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import type { CopiedSection, CopiedSubSection } from '#survey/survey-copy.ts'
import type { SurveyHead } from '../../../survey/from-wire.ts'

/** Every row belongs to one account; other accounts on the device never see or send it. */
export interface Owned {
  readonly account: string
  readonly id: string
}

export interface TemplateRow extends Owned {
  readonly detail: TemplateDetail
}

export interface SurveyRow extends Owned {
  readonly head: SurveyHead
  /** In order. Their content is in `SubSectionRow`s. */
  readonly sections: readonly CopiedSection[]
  /** When the server last confirmed something about this survey; '' = never. */
  readonly syncedAt: string
  /** Number of confirmed changes other than answers. A copy read before the latest one is outdated. */
  readonly taken?: number
  /** Answers that the server could only save aside, until the user is informed. */
  readonly recovered?: readonly Recovered[]
  /** Files that the server lost in a rollback and this device doesn't have, until the user is informed. */
  readonly lost?: readonly string[]
  /**
   * The server's version of the copy and when it was read. Missing if the copy changed on the device since.
   */
  readonly read?: ReadMark
  /** Prefetched and never opened on this device, so it may be freed. */
  readonly ahead?: boolean
  /** When its form was last opened here. Missing in older rows. */
  readonly openedAt?: string
}

export interface ReadMark {
  /** '' = no version of the server: files of some answers were read since. */
  readonly version: string
  readonly at: string
  /** It has photos, videos or plans, whose addresses expire. */
  readonly files: boolean
}

export interface Recovered {
  readonly field: string
  readonly value: string
}

/** A sub-section of a survey's copy with the server's latest answers; `id` is the sub-section's id. */
export interface SubSectionRow extends Owned, CopiedSubSection {
  readonly survey: string
}

/** One edited answer. It stays after the server confirmed it, until the survey is read again. */
export interface AnswerRow extends Owned, AnswerValue {
  readonly survey: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  /** Field type. Missing in rows of older apps. */
  readonly type?: FieldType
  readonly editedAt: string
  readonly baseRevision: number
  /** Marks a copied answer that hasn't been checked. Missing in older rows. */
  readonly copiedFrom?: string | null
  /** Outbox entry that sends the answer; '' = the server has it. */
  readonly entry: string
  /** As the server last reported it; later values are in the survey's copy (`draft/remote-updates.ts`). */
  readonly conflict: Conflict | null
}

/** The answer that photos and videos belong to. */
export interface MediaPlaceOnDevice {
  readonly survey: string
  readonly subSection: string
  readonly answer: string
}

/** A photo or video that waits on this device. Its bytes are in `blobs`. */
export interface FileRow extends Owned {
  readonly survey: string
  readonly subSection: string
  readonly answer: string
  /** Id of its upload, the server's `user_survey_media_id`. */
  readonly upload: string
  readonly kind: 'photo' | 'video'
  readonly name: string
  readonly description: string
  /** `original` = as picked, to be shrunk; `ready` = as it will be sent. */
  readonly stage: 'original' | 'ready'
  readonly size: number
  readonly addedAt: string
  readonly thumbnail: Bytes | null
  readonly poster: Bytes | null
  /** Address of its resumable upload, which reports how much has arrived. Missing if nothing was sent. */
  readonly resume?: string
  /** SHA-256 of the bytes, once all have arrived. */
  readonly arrived?: string
  /** Address of the poster's finished upload. */
  readonly posterArrived?: string
  /** How often the upload started over because the bytes arrived damaged or expired. */
  readonly anew?: number
}

/** Not a Blob, because WebKit loses stored Blobs. */
export interface Bytes {
  readonly bytes: ArrayBuffer
  readonly type: string
}

export interface BlobRow extends Owned, Bytes {
  readonly survey: string
}

/** An unsent drawing on the photo with this id, or its unsent removal. */
export interface DrawingRow extends Owned {
  readonly survey: string
  /** Outbox entry that sends it. The marked picture's bytes have the same id. */
  readonly entry: string
  /** null = drawing and rotation removed. */
  readonly shapes: readonly Shape[] | null
  /** Missing = not rotated. */
  readonly turn?: Turn | undefined
  readonly drawnAt: string
  readonly thumbnail: Bytes | null
}

/** An unsent floor plan. Its outbox entry has the same id. */
export interface PlanRow extends Owned, Partial<Pick<FileRow, 'resume' | 'arrived' | 'anew'>> {
  readonly survey: string
  readonly name: string
  /** null if this browser can't decode the picture. */
  readonly width: number | null
  readonly height: number | null
  readonly thumbnail: Bytes | null
}

/** A plan's picture. It stays as long as the plan, so that the plan can be viewed and pinned offline. */
export interface PlanPictureRow extends Owned, Bytes {
  readonly survey: string
}

/**
 * An entry of the account's survey list, as last reported by the server. Most surveys are not on the device
 * as a whole.
 */
export interface ListedRow extends Owned {
  readonly item: ListedSurvey
  /** No longer in the server's list; stays while it has unsent changes. */
  readonly gone?: boolean
  /** From before a server rollback: any listed state replaces it. */
  readonly doubted?: boolean
}

export type ListedSurvey = ReplyOf<typeof listSurveys>['data'][number]['attributes']

/**
 * A picture of a confirmed photo or video for offline viewing. It may be freed at any time. Its id is
 * `pictureKey`. Small and large pictures are in separate stores, so that long lists read only the small ones.
 */
export interface PictureRow extends Owned, Bytes {
  readonly survey: string
  readonly size: number
  readonly keptAt: string
}

/** A file picked for bulk upload, without its bytes, which are in `bulkBytes`. */
export interface BulkFileRow extends Owned {
  readonly name: string
  readonly size: number
  readonly state: 'ready' | 'waiting' | 'failed'
  /** Why it failed, as text. */
  readonly problem: string | null
  readonly addedAt: string
}

export interface BulkBytesRow extends Owned, Bytes {}

/** A small server reply, such as the list of templates, for offline use. */
export interface KeptRow extends Owned {
  readonly value: unknown
}

import type { ReplyOf } from '#contract/endpoint.ts'
import type { Shape, Turn } from '#contract/media/drawing.ts'
import type { listSurveys } from '#contract/surveys/surveys.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import type { CopiedSection, CopiedSubSection } from '#survey/survey-copy.ts'
import type { SurveyHead } from '../../../survey/from-wire.ts'

/** Every row belongs to one account: another one on the same device neither sees nor sends it. */
export interface Owned {
  readonly account: string
  readonly id: string
}

export interface TemplateRow extends Owned {
  readonly detail: TemplateDetail
}

export interface SurveyRow extends Owned {
  readonly head: SurveyHead
  /** In their order. What is in them lies in rows of its own (`SubSectionRow`). */
  readonly sections: readonly CopiedSection[]
  /** When the server last confirmed something of this survey; '' = never. */
  readonly syncedAt: string
  /** How often the server took something other than answers: a copy of it from before that must not be kept. */
  readonly taken?: number
  /** Answers that the server could only keep aside, not yet told to the person. */
  readonly recovered?: readonly Recovered[]
  /** Files that the server lost with data that were put back, and that are not here; not yet told to the person. */
  readonly lost?: readonly string[]
  /** How the server marked the copy when it was read, and when that was; absent where it changed here since. */
  readonly read?: ReadMark
  /** Brought ahead of need and never opened on this device: it may go again. */
  readonly ahead?: boolean
  /** When its form was last opened here; rows from before have none. */
  readonly openedAt?: string
}

export interface ReadMark {
  readonly version: string
  readonly at: string
  /** It has photos, videos or plans, whose addresses are good for a while only. */
  readonly files: boolean
}

export interface Recovered {
  readonly field: string
  readonly value: string
}

/** A sub-section of a survey's copy with its answers, as the server last told them; `id` is the sub-section's. */
export interface SubSectionRow extends Owned, CopiedSubSection {
  readonly survey: string
}

/** One changed answer. It stays after the server took it, until the survey is read afresh. */
export interface AnswerRow extends Owned, AnswerValue {
  readonly survey: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  /** Of its field; rows of an older app do not say it. */
  readonly type?: FieldType
  readonly editedAt: string
  readonly baseRevision: number
  /** The mark of a copy that nobody has checked; rows from before there were copies have none. */
  readonly copiedFrom?: string | null
  /** The outbox entry that will bring it or is bringing it to the server; '' = it is there. */
  readonly entry: string
  /** As the server last put it; what came since is in its copy (draft/questions.ts). */
  readonly conflict: Conflict | null
}

/** An answer of a survey, as the place of photos and videos. */
export interface MediaPlaceOnDevice {
  readonly survey: string
  readonly subSection: string
  readonly answer: string
}

/** A photo or video that waits on this device. The bytes are in a store of their own. */
export interface FileRow extends Owned {
  readonly survey: string
  readonly subSection: string
  readonly answer: string
  /** Id of the upload it belongs to, the server's `user_survey_media_id`. */
  readonly upload: string
  readonly kind: 'photo' | 'video'
  readonly name: string
  readonly description: string
  /** `original` = as picked, still to be made smaller; `ready` = as it will be sent. */
  readonly stage: 'original' | 'ready'
  readonly size: number
  readonly addedAt: string
  readonly thumbnail: Bytes | null
  readonly poster: Bytes | null
  /** Where the bytes go in parts: how far the server has them is asked there. Absent = none have left. */
  readonly resume?: string
  /** SHA-256 of the bytes, once all of them have arrived there. */
  readonly arrived?: string
  /** Where the poster arrived. */
  readonly posterArrived?: string
  /** How often all of it had to go anew, because what arrived was damaged or not kept. */
  readonly anew?: number
}

/** Never a Blob: WebKit loses those. */
export interface Bytes {
  readonly bytes: ArrayBuffer
  readonly type: string
}

export interface BlobRow extends Owned, Bytes {
  readonly survey: string
}

/** A drawing on the photo of this id that waits on this device, or that it is to be taken off. */
export interface DrawingRow extends Owned {
  readonly survey: string
  /** The outbox entry that will bring it; the marked picture's bytes lie under the same id. */
  readonly entry: string
  /** null = taken off, and not turned any more. */
  readonly shapes: readonly Shape[] | null
  /** Absent = as it was taken. */
  readonly turn?: Turn | undefined
  readonly drawnAt: string
  readonly thumbnail: Bytes | null
}

/** A floor plan that waits on this device. Its outbox entry has its id. */
export interface PlanRow extends Owned, Partial<Pick<FileRow, 'resume' | 'arrived' | 'anew'>> {
  readonly survey: string
  readonly name: string
  /** null where this browser cannot read the picture. */
  readonly width: number | null
  readonly height: number | null
  readonly thumbnail: Bytes | null
}

/** A plan's picture, which stays as long as the plan does: it is looked at and pinned without network. */
export interface PlanPictureRow extends Owned, Bytes {
  readonly survey: string
}

/** A survey of the account's list as the server last told it; most of them are not on the device as a whole. */
export interface ListedRow extends Owned {
  readonly item: ListedSurvey
  /** The server does not list it any more: it stays for what has not been sent. */
  readonly gone?: boolean
  /** From before the server's data were put back: whatever it lists now counts. */
  readonly doubted?: boolean
}

export type ListedSurvey = ReplyOf<typeof listSurveys>['data'][number]['attributes']

/**
 * A picture of a photo or video that the server has confirmed, kept for looking at without network; it may be freed
 * any time. Its id is `pictureKey`. Small and large ones lie in stores of their own, so that a list of hundreds
 * reads only the small.
 */
export interface PictureRow extends Owned, Bytes {
  readonly survey: string
  readonly size: number
  readonly keptAt: string
}

/** A file that was picked for bulk upload, without its bytes, which lie in a store of their own. */
export interface BulkFileRow extends Owned {
  readonly name: string
  readonly size: number
  readonly state: 'ready' | 'waiting' | 'failed'
  /** Why it failed, in words. */
  readonly problem: string | null
  readonly addedAt: string
}

export interface BulkBytesRow extends Owned, Bytes {}

/** A small reply of the server's (the templates there are), to be read again without network. */
export interface KeptRow extends Owned {
  readonly value: unknown
}

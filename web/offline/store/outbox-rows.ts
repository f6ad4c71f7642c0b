import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type {
  copyMedia,
  deleteMedia,
  describeMedia,
  drawPhoto,
  undrawPhoto,
  uploadMedia,
} from '#contract/media/media.ts'
import type { addPlan, deletePlan, renamePlan, setPin } from '#contract/media/plans.ts'
import type { restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import type { moveSurveys } from '#contract/surveys/survey-moves.ts'
import type {
  addSimilar,
  autoSave,
  createSurvey,
  deleteSurvey,
  removeSimilar,
  restoreSurvey,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import type { deleteForGood } from '#contract/surveys/surveys-deleted.ts'
import type { Owned } from './rows.ts'

/**
 * All operations that can wait in the outbox, by the name of their endpoint. A new one needs a line here and
 * a file in `operations/`; without both, nothing compiles.
 */
export interface OperationEndpoints {
  'surveys.create': typeof createSurvey
  'surveys.submit': typeof submitSurvey
  'surveys.autoSave': typeof autoSave
  'surveys.addSimilar': typeof addSimilar
  'surveys.removeSimilar': typeof removeSimilar
  'surveys.restoreSimilar': typeof restoreSimilar
  'surveys.delete': typeof deleteSurvey
  'surveys.restore': typeof restoreSurvey
  'surveys.deleteForGood': typeof deleteForGood
  'surveyMoves.move': typeof moveSurveys
  'media.upload': typeof uploadMedia
  'media.copy': typeof copyMedia
  'media.describe': typeof describeMedia
  'media.delete': typeof deleteMedia
  'media.draw': typeof drawPhoto
  'media.undraw': typeof undrawPhoto
  'plans.add': typeof addPlan
  'plans.rename': typeof renamePlan
  'plans.delete': typeof deletePlan
  'plans.setPin': typeof setPin
}

export type OperationName = keyof OperationEndpoints

/**
 * Collecting operations. Their payload is built from answers or files when they are sent, and is null until
 * then.
 */
export type CollectingName = 'surveys.autoSave' | 'media.upload'

export type PayloadOf<Name extends OperationName> = InputOf<OperationEndpoints[Name]>

export type OperationReply<Name extends OperationName> = ReplyOf<OperationEndpoints[Name]>

export interface EntryFields extends Owned {
  /** Insertion order, assigned by the database. `id` is the Idempotency-Key. */
  readonly seq?: number
  readonly survey: string
  /** Sub-section that the entry saves, adds or removes. */
  readonly subSection: string | null
  /** Display name of the removed sub-section, to offer its restoration. Missing in older rows. */
  readonly called?: string
  /** Answer whose media the entry changes. */
  readonly answer: string | null
  readonly state: 'waiting' | 'sending' | 'parked'
  readonly attempts: number
  /** Earliest time of the next attempt, in milliseconds. */
  readonly nextAt: number
  readonly madeAt: string
  /** Time of the last addition, to the second. Missing if nothing was added since the entry was created. */
  readonly addedAt?: string
  /** Message of the server's rejection. */
  readonly problem: string | null
  /** Message and time of the last failed attempt. Missing in older rows. */
  readonly failure?: string | null
  readonly triedAt?: string
  /** A proxy or login page answered the last attempt: the network works, but the server was not reached. */
  readonly inFront?: boolean
  /** The user chose 'Send now', which overrides the device's sending choices. */
  readonly released?: true
  /** An upload with picked files that waits for the user to start it. */
  readonly staged?: true
  /** Bundle that carried the entry to or from another device, which may send the same entry. */
  readonly parcel?: string
  /** The server lost the entry in a rollback. Another device may send it, too. */
  readonly again?: true
  /** A Submit of a survey with photo or video questions: files are sent before it. */
  readonly needsFiles?: true
}

/** A stored outbox entry of one of these operations. */
export type EntryOf<Name extends OperationName> = {
  [One in Name]: EntryFields & {
    /** Name of the endpoint in the contract. */
    readonly endpoint: One
    /** Payload. null while the entry collects. */
    readonly input: PayloadOf<One> | (One extends CollectingName ? null : never)
  }
}[Name]

/** An entry with a fixed payload. Every retry sends the same payload under the same key. */
export type FrozenEntry<Name extends OperationName> = {
  [One in Name]: EntryFields & { readonly endpoint: One; readonly input: PayloadOf<One> }
}[Name]

export type OutboxRow = EntryOf<OperationName>

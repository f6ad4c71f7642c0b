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
 * Everything that can wait in the outbox, by the name of its endpoint in the contract. A new one is a line here and a
 * file in `operations/`; nothing compiles until both are there.
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

/** These collect: their payload is made of answers or files at the moment of sending, and is null until then. */
export type CollectingName = 'surveys.autoSave' | 'media.upload'

export type PayloadOf<Name extends OperationName> = InputOf<OperationEndpoints[Name]>

export type OperationReply<Name extends OperationName> = ReplyOf<OperationEndpoints[Name]>

export interface EntryFields extends Owned {
  /** The order of making; the database counts it. `id` is the Idempotency-Key. */
  readonly seq?: number
  readonly survey: string
  /** The sub-section that it saves, adds or removes. */
  readonly subSection: string | null
  /** What people call the sub-section that it removes, to be offered again. Rows from before do not say. */
  readonly called?: string
  /** The answer whose media it changes. */
  readonly answer: string | null
  readonly state: 'waiting' | 'sending' | 'parked'
  readonly attempts: number
  /** Not before this moment (milliseconds). */
  readonly nextAt: number
  readonly madeAt: string
  /** When something was added to it last, to a second; absent = nothing was since it was made. */
  readonly addedAt?: string
  /** Why the server refused it, in its words. */
  readonly problem: string | null
  /** What kept the last attempt from succeeding, in words, and when that was. Rows from before have neither. */
  readonly failure?: string | null
  readonly triedAt?: string
  /** Something in front of the server answered that attempt: there is a network, and the server was not reached. */
  readonly inFront?: boolean
  /** 'Send now' was asked for: what the device's choices would hold goes all the same. */
  readonly released?: true
  /** An upload whose files were picked and not uploaded yet: it waits for the user. */
  readonly staged?: true
  /** The bundle in which it was carried to or from another device, which may send it too: it says the same there. */
  readonly parcel?: string
  /** The server had it and lost it with data that were put back: another device may bring it too. */
  readonly again?: true
  /** A Submit of a survey with photo or video questions: it needs the files in front of it. */
  readonly needsFiles?: true
}

/** An entry of one of these operations, as it lies in the store. */
export type EntryOf<Name extends OperationName> = {
  [One in Name]: EntryFields & {
    /** Name of the endpoint in the contract. */
    readonly endpoint: One
    /** What is sent. null = it still collects. */
    readonly input: PayloadOf<One> | (One extends CollectingName ? null : never)
  }
}[Name]

/** An entry whose payload stands: it is repeated word for word under the same key. */
export type FrozenEntry<Name extends OperationName> = {
  [One in Name]: EntryFields & { readonly endpoint: One; readonly input: PayloadOf<One> }
}[Name]

export type OutboxRow = EntryOf<OperationName>

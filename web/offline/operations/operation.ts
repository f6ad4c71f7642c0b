import type { Edit } from '#survey/edit/edit.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import type { EntryOf, OperationName, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { AnswerRow, FileRow } from '../store/rows.ts'

/**
 * Answers overtake media: none of these touches a value, and a value touches none of them. Nothing overtakes
 * structure, which makes, removes, names, submits or restores what the rest is in: behind it the rest would be refused
 * or mean something else.
 */
export type Lane = 'answers' | 'structure' | 'media'

/** Edits are replayed on the server's copy in this order; within a phase in the order of making. */
export const replayPhases = [
  'added sub-sections',
  'answers',
  'files',
  'copies',
  'descriptions',
  'removed files',
  'plans',
  'removed sub-sections',
  'header',
] as const

export type ReplayPhase = (typeof replayPhases)[number]

/** An entry, and the upload or floor plan that it is about (`Operation.subject`). */
export interface Subject {
  readonly entry: OutboxRow
  readonly subject: string | null
}

/** What an entry that collects stands for so far. */
export interface Collected {
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
}

/** One thing that goes when refused changes are discarded. */
export type Loss =
  | { readonly kind: 'answer'; readonly field: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'description'; readonly text: string }
  | { readonly kind: 'added-part'; readonly subSection: string }
  | { readonly kind: 'restored-part'; readonly called: string }
  | { readonly kind: 'removed-part' | 'removed-file' | 'drawing' | 'removed-drawing' }
  | { readonly kind: 'plan' | 'plan-name'; readonly name: string }
  | { readonly kind: 'removed-plan' | 'pin' }
  | { readonly kind: 'status'; readonly status: SurveyStatus }
  | { readonly kind: 'survey' | 'names'; readonly name: string }
  | { readonly kind: 'removed-survey' | 'restored-survey' | 'move' }

/**
 * One kind of change that can wait in the outbox, as far as this device alone goes. How it is sent, and what the
 * server's answer brings about, is its `RemoteOperation`: an open form needs the one long before the other.
 */
export interface Operation<Name extends OperationName> {
  readonly lane: Lane
  /** A picture or a video goes with it, which the device's choices may hold back; all others are kilobytes of text. */
  readonly carriesPictures: boolean
  /** The upload or floor plan that it makes or is about; null = none, or several. */
  subject(entry: EntryOf<Name>): string | null
  /** Whether `later`, which was made behind it, cannot succeed while the server refuses it. */
  blocks(entry: EntryOf<Name>, later: Subject): boolean
  /** Whether it may go while `held`, an entry of the lane 'media' that was made before it, stays on the device. */
  overtakes(entry: EntryOf<Name>, held: Subject): boolean

  readonly collects: Collecting<Name> | null

  readonly replay: ReplayPhase | null
  /** What it stands for when the survey is built anew from the server's copy. */
  edits(entry: EntryOf<Name>, collected: Collected): readonly Edit[]
  /** What a person loses if it is discarded. */
  losses(entry: EntryOf<Name>, collected: Collected): readonly Loss[]
}

/** Its payload is made of answers or files at the moment of sending. */
export interface Collecting<Name extends OperationName> {
  /** Inside a transaction over files: whether all of it is as it is to be sent. */
  isPrepared(entry: EntryOf<Name>): Promise<boolean>
  /** Inside a transaction over answers and files: what it has to say now; null = nothing. */
  payload(entry: EntryOf<Name>): Promise<PayloadOf<Name> | null>
}

/** For operations to which a question does not apply. */
export const never = (): false => false
export const none = (): readonly never[] => []
export const noSubject = (): null => null
export const nothing = async (): Promise<void> => undefined

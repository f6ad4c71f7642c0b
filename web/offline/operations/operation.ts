import type { Edit } from '#survey/edit/edit.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import type {
  EntryOf,
  FrozenEntry,
  OperationEndpoints,
  OperationName,
  OperationReply,
  OutboxRow,
  PayloadOf,
} from '../store/outbox-rows.ts'
import type { AnswerRow, FileRow } from '../store/rows.ts'
import type { Sent } from '../upload/sent.ts'
import type { AcknowledgedSave } from './acknowledge-save.ts'

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

export type ErrorLines = readonly Readonly<Record<string, string>>[]

/** What an acknowledgement has to tell open forms. */
export interface Acknowledged {
  readonly save?: AcknowledgedSave
  /**
   * The server may have kept something of a sub-section that is gone: what somebody else answered and whoever deleted it
   * had not seen, or a picture that came too late. A save says so by itself.
   */
  readonly keptElsewhere?: boolean
  /** The server has more of the survey than it told: it is to be read anew. */
  readonly isBehind?: boolean
}

/** One thing that goes when refused changes are discarded. */
export type Loss =
  | { readonly kind: 'answer'; readonly field: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'description'; readonly text: string }
  | { readonly kind: 'added-part'; readonly subSection: string }
  | { readonly kind: 'removed-part' | 'removed-file' | 'drawing' | 'removed-drawing' }
  | { readonly kind: 'plan' | 'plan-name'; readonly name: string }
  | { readonly kind: 'removed-plan' | 'pin' }
  | { readonly kind: 'status'; readonly status: SurveyStatus }
  | { readonly kind: 'survey' | 'names'; readonly name: string }
  | { readonly kind: 'removed-survey' | 'restored-survey' | 'move' }

/** One kind of change that can wait in the outbox: everything that the rest of the device's side asks about it. */
export interface Operation<Name extends OperationName> {
  /** Its call in the contract. */
  readonly endpoint: OperationEndpoints[Name]
  readonly lane: Lane
  /** A picture or a video goes with it, which the device's choices may hold back; all others are kilobytes of text. */
  readonly carriesPictures: boolean
  /** The upload or floor plan that it makes or is about; null = none, or several. */
  subject(entry: EntryOf<Name>): string | null
  /** Whether `later`, which was made behind it, cannot succeed while the server refuses it. */
  blocks(entry: EntryOf<Name>, later: Subject): boolean
  /** Whether it may go while `held`, an entry of the lane 'media' that was made before it, stays on the device. */
  overtakes(entry: EntryOf<Name>, held: Subject): boolean

  /**
   * Where it collects: `prepare` runs before its payload is frozen, and `payload`, inside a transaction over answers and
   * files, is what it has to say then; null = nothing. `isPrepared` = whether that is all.
   */
  readonly collects: Collecting<Name> | null

  /** Repeats carry the entry's id as their key, so the server carries it out once. */
  send(entry: FrozenEntry<Name>, signal: AbortSignal): Promise<Sent<Name>>
  /** That the server does not have it (any more) is what was wanted. */
  readonly missingIsDone: boolean
  /** Inside the parking transaction: the server refused it. It stays with the server's words, whole or in parts. */
  reject(entry: EntryOf<Name>, problem: string, errors: ErrorLines): Promise<void>

  /** Its reply tells a section, or the survey, as it was when the call was carried out: a repeat's may be old. */
  readonly repliesWithPastState: boolean
  /** After it the server has the survey no more for this account. */
  readonly endsSurvey: boolean
  /** Inside the acknowledging transaction, before anything is let go: pictures that stay for looking at. */
  keepPictures(entry: EntryOf<Name>, reply: OperationReply<Name> | null): Promise<void>
  /** After it a picture may be one that nothing shows any more. */
  readonly mayOrphanPictures: boolean
  /** Inside the acknowledging transaction: the device's copy of the server follows. `reply` null = it was done already. */
  acknowledge(entry: EntryOf<Name>, reply: OperationReply<Name> | null): Promise<Acknowledged>

  readonly replay: ReplayPhase | null
  /** What it stands for when the survey is built anew from the server's copy. */
  edits(entry: EntryOf<Name>, collected: Collected): readonly Edit[]
  /** What a person loses if it is discarded. */
  losses(entry: EntryOf<Name>, collected: Collected): readonly Loss[]
}

export interface Collecting<Name extends OperationName> {
  prepare(entry: EntryOf<Name>): Promise<void>
  /** Inside a transaction over files. */
  isPrepared(entry: EntryOf<Name>): Promise<boolean>
  payload(entry: EntryOf<Name>): Promise<PayloadOf<Name> | null>
}

/** For operations to which a question does not apply. */
export const never = (): false => false
export const none = (): readonly never[] => []
export const noSubject = (): null => null
export const nothing = async (): Promise<void> => undefined

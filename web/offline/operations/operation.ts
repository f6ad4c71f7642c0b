import type { Edit } from '#survey/edit/edit.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import type { EntryOf, OperationName, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { AnswerRow, FileRow } from '../store/rows.ts'

/**
 * Answers may overtake media, because neither affects the other. Nothing overtakes structure (create, remove,
 * rename, submit, restore): later entries would be rejected or mean something else.
 */
export type Lane = 'answers' | 'structure' | 'media'

/** Order in which edits are replayed on the server's copy; within a phase, insertion order. */
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

type ReplayPhase = (typeof replayPhases)[number]

/** How an operation adds photos and videos: with their bytes, or as copies of others that the server has by then. */
type Adds = 'files' | 'copies'

/** An entry with what the rules about pairs of entries need of its operation. */
export interface Subject {
  readonly entry: OutboxRow
  /** The upload or floor plan that it is about (`Operation.subject`). */
  readonly subject: string | null
  readonly needsSubject: boolean
  readonly adds: Adds | null
}

/** Rows that a collecting entry has collected so far. */
export interface Collected {
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
}

/** One item that is lost when rejected changes are discarded. */
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
 * The local side of one kind of outbox entry. Sending and replies are in its `RemoteOperation`, which an open
 * form loads much later.
 */
export interface Operation<Name extends OperationName> {
  readonly lane: Lane
  /** The upload or floor plan that it creates or concerns; null = none, or several. */
  subject(entry: EntryOf<Name>): string | null
  /** Whether the server rejects it until it has its subject. */
  readonly needsSubject: boolean
  readonly adds: Adds | null
  /** Whether `later`, a later entry, can't succeed while this one is rejected. */
  blocks(entry: EntryOf<Name>, later: Subject): boolean
  /** Whether it may be sent while `held`, an earlier entry of the lane 'media', stays on the device. */
  overtakes(entry: EntryOf<Name>, held: Subject): boolean
  /** Whether its subject is a floor plan. */
  readonly isAboutPlan: boolean
  /** Returns the photo or video that it describes. */
  describes(entry: EntryOf<Name>): string | null
  /** Returns the photo, video or floor plan that it deletes. */
  deletes(entry: EntryOf<Name>): string | null

  readonly collects: Collecting<Name> | null

  readonly replay: Replay<Name> | null
  /** The work that the user loses if it is discarded. */
  losses(entry: EntryOf<Name>, collected: Collected): readonly Loss[]
}

/** The edits to apply when the survey is rebuilt from the server's copy. */
interface Replay<Name extends OperationName> {
  readonly phase: ReplayPhase
  edits(entry: EntryOf<Name>, collected: Collected): readonly Edit[]
}

/** An operation whose payload is built from answers or files when it is sent. */
export interface Collecting<Name extends OperationName> {
  /** Whether all files are ready to send. Call inside a transaction over files. */
  isPrepared(entry: EntryOf<Name>): Promise<boolean>
  /** Builds the current payload; null = nothing to send. Call inside a transaction over answers and files. */
  payload(entry: EntryOf<Name>): Promise<PayloadOf<Name> | null>
}

/** Defaults shared by most operations. */
export const operationDefaults = {
  subject: () => null,
  needsSubject: false,
  adds: null,
  blocks: () => false,
  overtakes: () => false,
  isAboutPlan: false,
  describes: () => null,
  deletes: () => null,
  collects: null,
} as const satisfies Partial<Operation<OperationName>>

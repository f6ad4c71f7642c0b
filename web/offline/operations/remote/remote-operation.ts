import type {
  EntryOf,
  FrozenEntry,
  OperationEndpoints,
  OperationName,
  OperationReply,
} from '../../store/outbox-rows.ts'
import type { Sent } from '../../upload/sent.ts'
import type { AcknowledgedSave } from './acknowledge-save.ts'

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

/** How an operation is sent, and what becomes of its entry by the server's answer. */
export interface RemoteOperation<Name extends OperationName> {
  /** Its call in the contract. */
  readonly endpoint: OperationEndpoints[Name]
  /** Before its payload is frozen. */
  prepare(entry: EntryOf<Name>): Promise<void>
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
}

import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { SaveReply } from '#survey/apply.ts'
import type { Conflict } from '#survey/conflict.ts'
import { type CallOptions, call } from '#web/lib/http/call.ts'
import type {
  EntryFields,
  EntryOf,
  FrozenEntry,
  OperationEndpoints,
  OperationName,
  OperationReply,
  OutboxRow,
} from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'
import { parkWhole } from '../entries.ts'

export type ErrorLines = readonly Readonly<Record<string, string>>[]

export interface AcknowledgedSave {
  readonly reply: SaveReply
  readonly conflicts: readonly { readonly id: string; readonly conflict: Conflict }[]
  /** Time of each sent answer, by id. */
  readonly sentAt: ReadonlyMap<string, string>
  /** Some answers were only saved aside, because their sub-section is gone. */
  readonly recovered: boolean
}

/** Result of an acknowledgement, for open forms. */
export interface Acknowledged {
  readonly save?: AcknowledgedSave
  /**
   * The server may have saved something of a deleted sub-section aside: an answer that the deleting user
   * hadn't seen, or a late picture. A save's reply includes this itself.
   */
  readonly keptElsewhere?: boolean
  /** The server has more of the survey than it returned, so the survey has to be read again. */
  readonly isBehind?: boolean
}

/** How an operation is sent, and how the server's reply changes the device. */
export interface RemoteOperation<Name extends OperationName> {
  /** Its endpoint in the contract. */
  readonly endpoint: OperationEndpoints[Name]
  /** Runs before the payload is frozen. */
  prepare(entry: EntryOf<Name>): Promise<void>
  /** Sends the entry. Repeats use its id as the key, so the server applies it once. */
  send(entry: FrozenEntry<Name>, signal: AbortSignal): Promise<SendResult<Name>>
  /** Changes a payload that is frozen for another device while these earlier entries are unsent. */
  rebase(entry: FrozenEntry<Name>, earlier: readonly OutboxRow[]): FrozenEntry<Name>
  /** A 404 means that the requested state already exists. */
  readonly missingIsDone: boolean
  /**
   * Keeps a rejected entry with the server's message, whole or in parts. Runs inside the parking transaction.
   */
  reject(entry: EntryOf<Name>, problem: string, errors: ErrorLines): Promise<void>

  /** The reply contains a section or survey as of the call, so a repeated reply may be outdated. */
  readonly repliesWithPastState: boolean
  /** Afterwards, the server no longer has the survey for this account. */
  readonly endsSurvey: boolean
  /** Saves pictures for viewing, inside the acknowledging transaction and before anything is deleted. */
  keepPictures(entry: EntryOf<Name>, reply: OperationReply<Name> | null): Promise<void>
  /** Afterwards, some stored pictures may be unused. */
  readonly mayOrphanPictures: boolean
  /**
   * Updates the server's copy, inside the acknowledging transaction. `reply` is null if the requested state
   * already existed.
   */
  acknowledge(entry: EntryOf<Name>, reply: OperationReply<Name> | null): Promise<Acknowledged>
}

/** Defaults shared by most operations: one call without files, whose reply reflects the current state. */
export function remoteDefaults<Name extends OperationName>(
  endpoint: OperationEndpoints[Name],
): Omit<RemoteOperation<Name>, 'acknowledge'> {
  return {
    endpoint,
    prepare: async () => undefined,
    // Entry, payload and reply are of one `Name`; the compiler does not see it through `call`.
    send: (entry, signal) =>
      call(endpoint as Endpoint, entry.input as InputOf<Endpoint>, callOptions(entry, signal)) as Promise<
        SendResult<Name>
      >,
    rebase: (entry) => entry,
    missingIsDone: false,
    reject: parkWhole,
    repliesWithPastState: false,
    endsSurvey: false,
    keepPictures: async () => undefined,
    mayOrphanPictures: false,
  }
}

const firstAnswer = 15_000
const longestAnswer = 60_000

/**
 * Options for an entry without files: its id is the idempotency key, and it is sent only in its account's
 * session.
 */
export function callOptions(
  { id, account, attempts }: Pick<EntryFields, 'id' | 'account' | 'attempts'>,
  signal: AbortSignal,
): CallOptions {
  return { key: id, signal, account, timeout: answerWithin(attempts) }
}

/**
 * Returns the timeout of a call without files, in milliseconds. Short at first, to detect a dead connection
 * soon; doubled with each attempt for slow networks.
 */
export function answerWithin(attempts: number): number {
  return Math.min(longestAnswer, firstAnswer * 2 ** Math.max(0, attempts - 1))
}

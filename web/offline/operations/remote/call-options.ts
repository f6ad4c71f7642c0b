import type { CallOptions } from '#web/lib/http/call.ts'
import type { EntryFields } from '../../store/outbox-rows.ts'

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

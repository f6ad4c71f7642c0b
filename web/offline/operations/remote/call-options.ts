import type { CallOptions } from '#web/lib/http/call.ts'
import type { OutboxRow } from '../../store/outbox-rows.ts'

const firstAnswer = 15_000
const longestAnswer = 60_000

/** How an entry without files is sent: repeats carry its id as the key, and only in a session of its account. */
export function callOptions({ id, account, attempts }: OutboxRow, signal: AbortSignal): CallOptions {
  return { key: id, signal, account, timeout: answerWithin(attempts) }
}

/**
 * How long a call without files waits for its answer, in milliseconds. A connection that has died without a word is
 * found out soon, and its repeat goes on another one; a network that is only slow gets more time with each try.
 */
export function answerWithin(attempts: number): number {
  return Math.min(longestAnswer, firstAnswer * 2 ** Math.max(0, attempts - 1))
}

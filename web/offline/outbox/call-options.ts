import type { CallOptions } from '#web/lib/call.ts'
import type { OutboxRow } from '../store/rows.ts'
import { answerWithin } from './queue.ts'

/** How an entry without files is sent: repeats carry its id as the key, and only in a session of its account. */
export function callOptions({ id, account, attempts }: OutboxRow, signal: AbortSignal): CallOptions {
  return { key: id, signal, account, timeout: answerWithin(attempts) }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { Context } from '#server/context.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { nextAttempt, usualWaits } from './back-off.ts'
import { recordAttempt } from './delivery-data.ts'
import { type MessageRow, SendFailure, type Transports } from './transport.ts'

export interface Delivery {
  readonly context: Pick<Context, 'db' | 'clock' | 'log'>
  readonly transports: Transports
  /** Milliseconds between attempts. */
  readonly waits?: readonly number[] | undefined
}

/** Time for what follows an attempt: recording its outcome, even while the database restarts. */
const margin = 30_000

/** Until when a message is claimed for an attempt that begins now and may take this many milliseconds. */
export function claimEnd(now: Date, sendWithin: number): Date {
  return new Date(now.getTime() + sendWithin + margin)
}

const reasonMax = 500

/**
 * Attempts to send one claimed message. The claim lasts until the outcome is recorded; if the process dies
 * before, the message is sent again when the claim ends.
 */
export async function deliver(delivery: Delivery, row: MessageRow): Promise<void> {
  const { context, transports, waits = usualWaits } = delivery
  const now = context.clock()
  const outcome = await outcomeOf(row, transports, { now, waits })
  if (outcome.status === 'failed')
    context.log.warn(
      { message: row.id, kind: row.kind, reason: outcome.last_error },
      'A message was not delivered',
    )
  await untilAvailable(() => recordAttempt(context.db, row, outcome), margin / 2)
}

type Outcome = Parameters<typeof recordAttempt>[2]

async function outcomeOf(
  row: MessageRow,
  transports: Transports,
  { now, waits }: { readonly now: Date; readonly waits: readonly number[] },
): Promise<Outcome> {
  const interrupted: MessageKey = 'outbox.interrupted'
  // A message that crashes the process is not tried forever
  if (row.attempts > waits.length + 1) return { status: 'failed', last_error: interrupted }
  try {
    const transport = row.channel === 'sms' ? transports.sms : transports.email
    if (!transport) throw new SendFailure('', { final: false })
    const { providerId } = await transport.send(row)
    return { status: 'sent', sent_at: now, provider_id: providerId }
  } catch (error) {
    const final = error instanceof SendFailure && error.final
    const last_error = reasonOf(error)
    const next = final ? null : nextAttempt(row.attempts, now, { waits })
    if (!next || (row.expires_at && next >= row.expires_at)) return { status: 'failed', last_error }
    return { status: 'queued', next_attempt_at: next, last_error }
  }
}

function reasonOf(error: unknown): string {
  return cut(plainText(error instanceof Error ? error.message : String(error)), reasonMax)
}

/** Retries while the database is unavailable: a message that was sent but not recorded would be sent twice. */
async function untilAvailable(work: () => Promise<void>, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error
      await pause(500)
    }
  }
}

import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { DeniedCall } from '#server/http/access.ts'
import { recordAtMost } from './limited.ts'

/** Keeps on record that somebody who is known was turned away. A flood of one caller leaves few rows. */
export async function recordDenied(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  denied: DeniedCall,
): Promise<void> {
  const { account, endpoint, why, address, userAgent } = denied
  const entry = {
    action: 'access.denied',
    accountId: account.id,
    target: { type: 'call', id: endpoint },
    detail: { why },
  } as const
  try {
    const limit = { of: account.id, perMinute: limits.deniedPerMinute }
    await recordAtMost(db, { now: clock(), address, userAgent }, entry, limit)
  } catch (error) {
    // The refusal stands, whether or not it could be written down.
    log.warn({ err: error }, 'A denied call was not recorded')
  }
}

import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { DeniedCall } from '#server/http/authenticate.ts'
import { recordAtMost } from './limited.ts'

/** Records that a known caller was refused. A flood from one caller leaves few rows. */
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
    await recordAtMost(db, { now: clock(), address, userAgent, account }, entry, limit)
  } catch (error) {
    // The refusal holds, whether or not it could be recorded.
    log.warn({ err: error }, 'A denied call was not recorded')
  }
}

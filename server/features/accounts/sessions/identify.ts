import type { Context, Db } from '#server/context.ts'
import type { AccountIdentity, KeyLimits } from '#server/http/authenticate.ts'
import type { SessionHolder } from '#server/http/ticket.ts'
import { findSession, findSessionById, touchSession } from './data.ts'

/** How stale 'last seen' may be, in milliseconds: a write per call would be too expensive. */
const seenEvery = 5 * 60_000

/**
 * Returns the account behind a token's hash; null if the session is unknown, expired, unused for `sessionIdle`,
 * or its account is deleted.
 */
export async function identifyAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  tokenHash: Buffer,
  now: Date,
): Promise<AccountIdentity | null> {
  const found = await findSession(db, tokenHash, now)
  if (!found) return null
  const unused = now.getTime() - found.last_seen_at.getTime()
  if (unused >= config.sessionIdle) return null
  if (unused > Math.min(seenEvery, config.sessionIdle / 10)) await touchSession(db, found.id, now)
  return {
    id: found.account_id,
    role: found.role === 'admin' ? 'admin' : 'surveyor',
    sessionId: found.id,
    restricted: found.restricted,
    collects: found.collects,
    key: null,
    limits: null,
  }
}

/** Returns the reader that an address was signed for, or null if the session has ended or is another account's. */
export async function readerOfSession(
  { db, context }: { readonly db: Db; readonly context: Context },
  now: Date,
  { account, session }: SessionHolder,
): Promise<Pick<AccountIdentity, 'id' | 'limits'> | null> {
  const found = await findSessionById(db, session, now, context.config.sessionIdle)
  if (!found || found.restricted || found.accountId !== account) return null
  return { id: account, limits: keyLimitsOf(found) }
}

/** Returns what a key is limited to, or null if it has no limits. */
export function keyLimitsOf({
  team_id: teamId,
  series,
}: {
  readonly team_id: string | null
  readonly series: string | null
}): KeyLimits | null {
  return teamId === null && series === null ? null : { teamId, series }
}

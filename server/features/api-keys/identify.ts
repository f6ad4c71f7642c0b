import type { Context } from '#server/context.ts'
import { keyLimitsOf } from '#server/features/accounts/sessions/identify.ts'
import { type AccountIdentity, hashToken } from '#server/http/authenticate.ts'
import { findLiveKey, noteKeyUse } from './data.ts'
import { isSecret } from './secret.ts'

/** How stale 'last use' may be, in milliseconds. */
const usedEvery = 60_000

/**
 * Returns the account that a key acts as; null if the key is unknown, expired or revoked, or its account is
 * deleted or disabled. A key never has an administrator's rights.
 */
export async function identifyKey(
  { db }: Pick<Context, 'db'>,
  secret: string,
  now: Date,
): Promise<AccountIdentity | null> {
  const key = isSecret(secret) ? await findLiveKey(db, hashToken(secret), now) : undefined
  if (!key) return null
  const since = new Date(now.getTime() - usedEvery)
  if (key.last_used_at === null || key.last_used_at <= since) await noteKeyUse(db, key.id, now, since)
  return {
    id: key.account_id,
    role: 'surveyor',
    sessionId: key.id,
    restricted: false,
    collects: false,
    key: { name: key.name, scopes: key.scopes },
    limits: keyLimitsOf(key),
  }
}

import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'

export interface Challenge {
  readonly id: string
  /** Url-safe base64, as browsers give it back. */
  readonly challenge: string
}

/** `accountId` null: a login, before the account is known. */
export async function newChallenge(
  db: Db,
  random: Context['random'],
  accountId: string | null,
  now: Date,
): Promise<Challenge> {
  const made = { id: newId(), challenge: random(32).toString('base64url') }
  const expires_at = new Date(now.getTime() + limits.passkeyChallengeLife)
  await db
    .insertInto('passkey_challenge')
    .values({ ...made, account_id: accountId, created_at: now, expires_at })
    .execute()
  return made
}

/**
 * Takes a challenge, which allows one answer, right or wrong. Pass the pool, so that a rollback does not
 * restore it.
 */
export async function takeChallenge(
  db: Db,
  id: string,
  accountId: string | null,
  now: Date,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('id', '=', id)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge ?? null
}

/** Also removes those dated in the future; requesting a new one takes only a moment. */
export async function removeOldChallenges(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('passkey_challenge')
    .where(({ eb, or }) =>
      or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, limits.passkeyChallengeLife))]),
    )
    .execute()
}

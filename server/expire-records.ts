import type { Context } from '#server/context.ts'
import { expireOneTimePasswords } from '#server/features/accounts/password/expire-one-time-passwords.ts'
import { expireSessions } from '#server/features/accounts/sessions/data.ts'
import { expireCodes } from '#server/features/codes/code.ts'
import { expireLinks } from '#server/features/codes/mailed-link.ts'
import { expireCollectionCodes } from '#server/features/collections/code.ts'
import { expireGuestSessions } from '#server/features/guest-dashboard/sessions.ts'
import { removeOldChallenges } from '#server/features/passkeys/challenge.ts'
import { closeEndedLinks } from '#server/features/sharing/data.ts'
import { removeOldAttempts } from '#server/features/social/attempt.ts'

const minute = 60_000

/**
 * Expires records once per minute of clock time. Marking them as expired keeps them expired if the clock
 * jumps ahead and back, and records created ahead of the time do not live longer.
 */
class RecordExpiry {
  readonly #context: Context
  #expiredAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | null = null

  constructor(context: Context) {
    this.#context = context
  }

  /** Call before each request. Expires records if the clock has moved by a minute in either direction. */
  async expireDue(): Promise<void> {
    const now = this.#context.clock()
    if (Math.abs(now.getTime() - this.#expiredAt) < minute) return
    this.#running ??= this.#expire(now).finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async #expire(now: Date): Promise<void> {
    try {
      await expireRecords(this.#context, now)
      this.#expiredAt = now.getTime()
    } catch (error) {
      // The next call tries again; this call reports the database problem itself.
      this.#context.log.warn({ err: error }, 'Expired records could not be updated')
    }
  }
}

export async function expireRecords({ db, config }: Context, now: Date): Promise<void> {
  await expireSessions(db, now, config.sessionIdle)
  await expireGuestSessions(db, now)
  await expireCodes(db, now, config.otpTtl)
  await expireLinks(db, now)
  await expireCollectionCodes(db, now)
  await removeOldChallenges(db, now)
  await removeOldAttempts(db, now)
  await closeEndedLinks(db, now)
  await expireOneTimePasswords(db, now)
}

const all = new WeakMap<Context, RecordExpiry>()

/** Returns this process's instance for the context. */
export function recordExpiry(context: Context): RecordExpiry {
  const known = all.get(context) ?? new RecordExpiry(context)
  all.set(context, known)
  return known
}

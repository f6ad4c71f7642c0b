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
 * A clock may jump ahead and come back. What was over at some time stays over, so it is marked as ended and not only
 * compared with the time; and what was made ahead of the time does not live longer for that.
 */
class PassingTime {
  readonly #context: Context
  #settledAt = Number.NEGATIVE_INFINITY
  #settling: Promise<void> | null = null

  constructor(context: Context) {
    this.#context = context
  }

  /** Before a call is looked at: ends what is over by now, where the clock went on, or went back, by a minute. */
  async pass(): Promise<void> {
    const now = this.#context.clock()
    if (Math.abs(now.getTime() - this.#settledAt) < minute) return
    this.#settling ??= this.#settle(now).finally(() => {
      this.#settling = null
    })
    await this.#settling
  }

  async #settle(now: Date): Promise<void> {
    try {
      await expireRecords(this.#context, now)
      this.#settledAt = now.getTime()
    } catch (error) {
      // The next call tries again; this one is told by its own work what is wrong.
      this.#context.log.warn({ err: error }, 'What is over could not be ended')
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

const all = new WeakMap<Context, PassingTime>()

/** That of this process. */
export function recordExpiry(context: Context): PassingTime {
  const known = all.get(context) ?? new PassingTime(context)
  all.set(context, known)
  return known
}

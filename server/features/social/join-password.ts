import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type AccountRow, findAccountByEmail } from '#server/features/accounts/data.ts'
import { admitGuess } from '#server/features/accounts/password/guess-limit.ts'
import { passwordFits, rejectIfBusy } from '#server/features/accounts/password/hash.ts'
import { hashRequesterOf, type Place } from '#server/features/accounts/password/login-place.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent, uncountEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import { countJoinTry, provenAttempt } from './attempt.ts'
import type { ProvenSocial } from './verify-social.ts'

type Refusal = Failure<'social.over' | 'social.passwordWrong' | 'request.tooMany'>

/**
 * Whether a password belongs to the account with the proven identity's address. For `prepare`: wrong ones count
 * although the call is refused; they are limited per identity and per address, and counted before they are
 * compared.
 */
export async function checkJoinPassword(
  context: Context,
  { secret, password }: { readonly secret: string; readonly password: string },
  origin: Place,
): Promise<{ account: AccountRow; proven: ProvenSocial } | Refusal> {
  const { db } = context
  const waiting = await provenAttempt(db, secret, null, origin.now)
  if (!waiting || waiting.person.email === '') return fail('social.over')
  const { attempt, person } = waiting
  const failures = {
    bucket: `social-join/${person.email}/${sourceOf(origin.address)}`,
    limit: limits.socialJoinFailures,
    seconds: 600,
  }
  const account = await findAccountByEmail(db, person.email)
  const asker = await hashRequesterOf(db, account?.id ?? null, origin)
  rejectIfBusy(asker)
  const refused = await countEvent(db, failures, origin.now)
  if (refused) return refused
  if (!(await countJoinTry(db, attempt.id))) return fail('social.over')
  // Counted together with login attempts, so that guessing cannot move here once it is slowed there.
  const admitted = await admitGuess({ ...origin, context }, { of: account?.id ?? person.email, account })
  if (admitted instanceof Failure) return admitted
  const fits = await passwordFits(account?.password_hash ?? null, password, asker).catch(
    async (busy: unknown) => {
      await admitted.uncount()
      throw busy
    },
  )
  if (!account || !fits || isOver(account, origin.now)) {
    await recordAudit(db, origin, {
      action: 'login.failed',
      accountId: account?.id ?? null,
      detail: { by: 'social', provider: attempt.provider, reason: 'password' },
    })
    return fail('social.passwordWrong')
  }
  await uncountEvent(db, failures)
  await admitted.uncount()
  return { account, proven: { attemptId: attempt.id, provider: attempt.provider, person } }
}

/** An expired one-time password joins nothing either. */
function isOver({ password_is_own, one_time_password_ends_at: ends }: AccountRow, now: Date): boolean {
  return !password_is_own && ends !== null && ends <= now
}

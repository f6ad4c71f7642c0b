import type { Context } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent, uncountEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import type { AccountRow } from '../data.ts'
import { admitGuess } from './guess-limit.ts'
import { passwordFits } from './hash.ts'

export interface Prover {
  readonly context: Context
  readonly now: Date
  readonly address: string
  readonly userAgent: string
}

const tries = 10
const seconds = 600

/**
 * Checks the account's current password; null = correct. Call it outside of the transaction: a wrong try counts
 * although the call is rejected.
 * Counts by account and address, so that a stolen session can't guess, and can't keep the owner elsewhere from
 * changing the password. Counts together with login attempts, so that many addresses or endpoints give no more
 * guesses.
 */
export async function verifyCurrentPassword(
  caller: Prover,
  account: AccountRow,
  given: string | undefined,
): Promise<Failure<'request.tooMany' | 'password.wrong'> | null> {
  if (!given) return fail('password.wrong')
  const { db } = caller.context
  const bucket = `current-password/${account.id}/${sourceOf(caller.address)}`
  const counted = { bucket, limit: tries, seconds }
  const refused = await countEvent(db, counted, caller.now)
  if (refused) return refused
  const admitted = await admitGuess(caller, { of: account.id, account })
  if (admitted instanceof Failure) return admitted
  const takeBack = async () => {
    await uncountEvent(db, counted)
    await admitted.uncount()
  }
  const fits = await passwordFits(account.password_hash, given, { account: account.id }).catch(
    async (busy: unknown) => {
      await takeBack()
      throw busy
    },
  )
  if (fits) {
    await takeBack()
    return null
  }
  await recordAudit(db, caller, { action: 'password.refused', accountId: account.id })
  return fail('password.wrong')
}

import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { hasRecentLogin } from '#server/features/audit/recent-logins.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import type { Failure } from '#server/http/failure.ts'
import { type Counted, countEvent, uncountEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import type { AccountRow } from '../data.ts'
import { notifyGuessing } from './notify-guessing.ts'

const tenMinutes = 600

const forAll: Counted = { bucket: 'guess/all', limit: limits.passwordFailuresOfAll, seconds: tenMinutes }

interface Guess {
  /** The account's id, or the unknown name. */
  readonly of: string
  readonly account: AccountRow | null
}

interface Admitted {
  /** Call if the password was right or could not be compared: removes the count. */
  uncount(): Promise<void>
}

/**
 * Counts a password attempt before it is compared. Past the limit of wrong ones in ten minutes, per account or
 * for the installation, a source that never logged in to this account has two tries left; known sources are not
 * limited.
 * This stops guesses from many addresses, while the owner can log in: at once from a known place, with a try or
 * two from a new one, and always by the mailed link. Known and unknown names behave alike.
 */
export async function admitGuess(
  call: Origin & { readonly context: Context },
  { of, account }: Guess,
): Promise<Admitted | Failure<'request.tooMany'>> {
  const { context, now, address } = call
  const { db } = context
  const source = sourceOf(address)
  const forAccount = { bucket: `guess/${of}`, limit: limits.passwordFailures, seconds: tenMinutes }
  const counted: Counted[] = [forAccount, forAll]
  const ofAccount = (await countEvent(db, forAccount, now)) !== null
  const ofAll = (await countEvent(db, forAll, now)) !== null
  if (ofAccount) await note(call, { of, account, what: 'account' })
  if (ofAll) await note(call, { of: 'all', account: null, what: 'installation' })
  if ((ofAccount || ofAll) && !(account && (await hasRecentLogin(db, account.id, source)))) {
    const left = {
      bucket: `guess/braked/${of}/${source}`,
      limit: limits.passwordTriesBraked,
      seconds: tenMinutes,
    }
    const refused = await countEvent(db, left, now)
    if (refused) {
      // It was not compared: one attacked account must not throttle all others.
      await uncountEvent(db, forAll)
      return refused
    }
    counted.push(left)
  }
  return {
    uncount: async () => {
      for (const one of counted) await uncountEvent(db, one)
    },
  }
}

interface Noted extends Guess {
  readonly what: 'account' | 'installation'
}

/** Audits the guessing and notifies the owner, at most once per period. */
async function note(
  call: Origin & { readonly context: Context },
  { of, account, what }: Noted,
): Promise<void> {
  const { context, now } = call
  const first = { bucket: `guess/noted/${of}`, limit: 1, seconds: tenMinutes }
  if (await countEvent(context.db, first, now)) return
  if (what === 'installation') context.log.error('Passwords are guessed all over the installation')
  await recordAudit(context.db, call, {
    action: 'guessing.braked',
    accountId: null,
    ...(account ? { target: { type: 'account', id: account.id } } : {}),
    detail: { what: 'password', of: what },
  })
  await notifyGuessing(call, account)
}

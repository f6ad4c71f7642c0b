import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { isKnownSource } from '#server/features/audit/known-source.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import type { Failure } from '#server/http/failure.ts'
import { type Counted, countEvent, uncountEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import type { AccountRow } from '../data.ts'
import { notifyGuessing } from './notify-guessing.ts'

const tenMinutes = 600

const forAll: Counted = { bucket: 'guess/all', limit: limits.passwordFailuresOfAll, seconds: tenMinutes }

interface Guess {
  /** Which account: by its id, or by the name that nobody has. */
  readonly of: string
  readonly account: AccountRow | null
}

interface Admitted {
  /** The password was right, or could not be looked at: what was counted beforehand is taken back. */
  uncount(): Promise<void>
}

/**
 * Counts a try of a password before it is compared, whoever tries. Past so many wrong ones in ten minutes, for one
 * account or in the whole installation, a source that this account has never been logged in from has two tries left;
 * where the owner has logged in before, nothing changes. So guesses from many addresses find an end, and the owner gets
 * in: at once from a known place, with a try or two from a new one, and always by the mailed link. Known and unknown
 * names alike.
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
  if ((ofAccount || ofAll) && !(account && (await isKnownSource(db, account.id, source)))) {
    const left = {
      bucket: `guess/braked/${of}/${source}`,
      limit: limits.passwordTriesBraked,
      seconds: tenMinutes,
    }
    const refused = await countEvent(db, left, now)
    if (refused) {
      // It was not looked at: one account under attack must not slow everybody else.
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

/** Once in a while: on record, and to the owner. */
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

import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type Counted, countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import { hasGuessesLeft } from './guard.ts'

const tenMinutes = 600
const day = 86_400

export interface SendRequest {
  /** What is sent, e.g. 'recovery-link': requests for one thing do not count against another. */
  readonly kind: string
  readonly target: string
  readonly address: string
  /** A one-time code, which is not sent if its guesses are used up. */
  readonly isCode?: boolean
  /** Who asks, if there is a session; otherwise the address they ask from. */
  readonly accountId?: string
}

/**
 * Counts one code or mail that someone asked to be sent, and refuses it past the asker's limit (decisions §3:
 * three to a number, ten from an address in ten minutes). Call it outside the transaction and whether or not
 * the target is known: the answer reveals nothing, and a refusal counts too. Others who ask for the same target
 * are not counted together with the asker: nobody can use up what its owner may ask for.
 */
export async function countSendRequest(
  db: Db,
  { kind, target, address, accountId, isCode }: SendRequest,
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  const source = sourceOf(address)
  const asker = `${kind}/${target}/${accountId ?? source}`
  for (const event of [
    { bucket: `send/from/${source}`, limit: limits.sendsPerAddress, seconds: tenMinutes },
    { bucket: `send/to/${asker}`, limit: limits.sendsPerTarget, seconds: tenMinutes },
    { bucket: `send/to/day/${asker}`, limit: limits.sendsPerTargetDay, seconds: day },
  ]) {
    const refused = await countEvent(db, event, now)
    if (refused) return refused
  }
  const isSendable = !isCode || (await hasGuessesLeft(db, target, source, now))
  return isSendable ? null : fail('request.tooMany', { retryAfter: 3_600 })
}

/**
 * Whether a target has received enough by now, whoever asked: then what was sent last stays valid for its time,
 * and whoever asks waits for that. So a mailbox is not flooded, and its owner is not locked out either.
 */
export async function hasEnough(db: Db, kind: string, target: string, now: Date): Promise<boolean> {
  const lately = { bucket: `send/all/${kind}/${target}`, limit: limits.sendsPerTarget, seconds: tenMinutes }
  const tooManyLately = await countEvent(db, lately, now)
  const tooManyToday = await countEvent(db, sentToday(kind, target), now)
  return tooManyLately !== null || tooManyToday !== null
}

export function sentToday(kind: string, target: string): Counted {
  return { bucket: `send/all/day/${kind}/${target}`, limit: limits.sendsPerTargetDay, seconds: day }
}

import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type Counted, countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import { hasGuessesLeft } from './guard.ts'

const tenMinutes = 600
const day = 86_400

export interface SendRequest {
  /** Kind of message, e.g. 'recovery-link'; each kind has its own count. */
  readonly kind: string
  readonly target: string
  readonly address: string
  /** A one-time code, which is not sent if its guesses are used up. */
  readonly isCode?: boolean
  /** The requesting account, or the address without a session. */
  readonly accountId?: string
}

/**
 * Counts a requested code or mail and rejects it over the requester's limit (decisions §3: three per number,
 * ten per address in ten minutes). Call it outside the transaction, for known and unknown targets alike, so
 * that the reply reveals nothing and rejections count too. Requesters are counted separately, so none can use
 * up the limit of the target's owner.
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
 * Whether a target has received enough messages. Then the latest message stays valid, and no request sends
 * another: the mailbox is not flooded, and its owner is not locked out.
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

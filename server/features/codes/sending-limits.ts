import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { Failure } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'

const tenMinutes = 600
const day = 86_400

/**
 * Counts one code or mail that somebody asked to be sent, and refuses it past the limit (decisions §3: three to a number,
 * ten from an address in ten minutes). Call it outside of the transaction and whether or not the target is known: the
 * answer tells nothing, and a refusal counts too.
 */
export async function countSending(
  db: Db,
  { target, address }: { readonly target: string; readonly address: string },
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  for (const event of [
    { bucket: `send/from/${sourceOf(address)}`, limit: limits.sendsPerAddress, seconds: tenMinutes },
    { bucket: `send/to/${target}`, limit: limits.sendsPerTarget, seconds: tenMinutes },
    { bucket: `send/to/day/${target}`, limit: limits.sendsPerTargetDay, seconds: day },
  ]) {
    const refused = await countEvent(db, event, now)
    if (refused) return refused
  }
  return null
}

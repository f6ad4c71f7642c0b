import type { FastifyReply } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type Failure, fail } from './failure.ts'
import { count } from './rate-limit.ts'

const limit = limits.keyCallsPerMinute
const seconds = 60

/**
 * Counts a call of a key, and sends how many are left: `RateLimit` and `RateLimit-Policy` of the IETF draft
 * draft-ietf-httpapi-ratelimit-headers, with the quota `q`, its window `w`, the remaining calls `r`, and the
 * seconds `t` until there are more.
 */
export async function countKeyCall(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reply: FastifyReply,
  keyId: string,
): Promise<Failure<'request.tooMany'> | null> {
  const { hits, resetsIn } = await count(db, { bucket: `api-key/${keyId}`, limit, seconds }, clock())
  reply.header('ratelimit-policy', `"key";q=${limit};w=${seconds}`)
  reply.header('ratelimit', `"key";r=${Math.max(0, limit - hits)};t=${resetsIn}`)
  return hits <= limit ? null : fail('request.tooMany', { retryAfter: resetsIn })
}

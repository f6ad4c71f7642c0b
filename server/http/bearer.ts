import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type KeyRule, keyRuleOf } from '#contract/api-key-scope.ts'
import { type Failure, fail } from './failure.ts'

/** RFC 6750, section 2.1. The scheme's name has no case, a key has. */
const bearer = /^bearer(?: +(.*))?$/i

/**
 * Returns the key of the header `Authorization: Bearer`, or null if the call has none. Other schemes belong to
 * a proxy in front. A call with two credentials is refused, since it is unclear whose it is.
 */
export function bearerKeyOf({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null | Failure<'key.twoHeaders'> {
  // Node keeps only the first of several in `headers`.
  const all = rawHeaders.filter(
    (_, at) => rawHeaders[at - 1]?.toLowerCase() === 'authorization' && at % 2 === 1,
  )
  const keys = all.flatMap((value) => bearer.exec(value.trim())?.slice(1) ?? [])
  if (keys.length === 0) return null
  return all.length > 1 || headers.token !== undefined ? fail('key.twoHeaders') : (keys[0] ?? '')
}

const errors: Readonly<Record<string, string>> = {
  'key.invalid': 'invalid_token',
  'key.twoHeaders': 'invalid_request',
  'key.scope': 'insufficient_scope',
  'key.limited': 'insufficient_scope',
  'key.personOnly': 'insufficient_scope',
}

/** Adds the header by which a client sees why its key was refused (RFC 6750, section 3). */
export function challenge(
  reply: FastifyReply,
  { code }: Failure,
  endpoint: Parameters<typeof keyRuleOf>[0],
): FastifyReply {
  const error = errors[code]
  if (!error) return reply
  const { scope } = keyRuleOf(endpoint)
  const needed = code === 'key.scope' ? `, scope="${scope}"` : ''
  return reply.header('www-authenticate', `Bearer realm="fieldbook", error="${error}"${needed}`)
}

interface Scoped {
  readonly scopes: readonly string[]
  readonly isLimited: boolean
}

/** The only place that decides which calls a key may make; null = this one. */
export function whyNotKey({ scope, limited }: KeyRule, key: Scoped) {
  if (scope === 'person') return fail('key.personOnly')
  if (!key.scopes.includes(scope)) return fail('key.scope', { values: { scope } })
  return key.isLimited && !limited ? fail('key.limited') : null
}

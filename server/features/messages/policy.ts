import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { Email } from '#contract/rules/email.ts'
import { FullPhone } from '#contract/rules/phone.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Channel, MessageRow } from './transport.ts'

/** Returns why a message cannot be sent again, or null. */
export function refusedRetry(
  { status, body, expires_at }: MessageRow,
  now: Date,
): 'message.notFailed' | 'message.over' | null {
  if (status !== 'failed') return 'message.notFailed'
  return body === '' || (expires_at && expires_at <= now) ? 'message.over' : null
}

/** An address or a number in its one normal form; null if it is not valid. */
export function recipientOf(channel: Channel, to: string): string | null {
  const parsed = z.safeParse(channel === 'email' ? Email : FullPhone, to)
  return parsed.success ? parsed.data : null
}

/**
 * Checks the secret in a provider's call: a bearer token, or the password of a basic login, which any webhook
 * can send.
 */
export function provesProvider(authorization: string, secret: string | null): boolean {
  if (secret === null) return false
  const given = givenSecret(authorization)
  // Hashed first so that both have the same length and not even the length leaks
  return given !== null && timingSafeEqual(hashToken(given), hashToken(secret))
}

function givenSecret(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S{1,1000})$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  const login = Buffer.from(value, 'base64').toString()
  return login.includes(':') ? login.slice(login.indexOf(':') + 1) : null
}

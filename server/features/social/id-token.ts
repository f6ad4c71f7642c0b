import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { limits } from '#contract/limits.ts'
import { googleIssuer, type OpenIdProvider } from '#server/social-config.ts'
import type { Claims } from './person.ts'
import { NotProven, ProviderUnavailable } from './providers.ts'

interface Issuing {
  readonly provider: OpenIdProvider
  readonly keys: JWTVerifyGetKey
}

/** Never symmetric ones, whose secret clients know too. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const
/** Seconds by which clocks may differ. */
const skew = 60

/**
 * Verifies a token: issued by the provider, for us, and recent. The caller compares the nonce, which belongs
 * to an attempt. Throws NotProven or ProviderUnavailable.
 */
export async function checkIdToken(
  { provider, keys }: Issuing,
  token: string,
  now: Date,
): Promise<Claims & { readonly nonce: string }> {
  const payload = await verified(token, keys, {
    issuer: issuersOf(provider),
    audience: provider.clientId,
    algorithms: [...algorithms],
    clockTolerance: skew,
    maxTokenAge: limits.socialAttemptLife / 1000,
    requiredClaims: ['exp', 'sub', 'nonce'],
    currentDate: now,
  })
  if (!isForUs(payload, provider.clientId)) throw new NotProven('the token was made for another client')
  const { sub, nonce } = payload
  if (!sub || sub.length > 255 || typeof nonce !== 'string') throw new NotProven('the token names nobody')
  return {
    issuer: provider.issuer,
    subject: sub,
    nonce,
    email: payload.email,
    // Some send the text instead of the boolean
    emailVouched: payload.email_verified === true || payload.email_verified === 'true',
    firstName: payload.given_name,
    lastName: payload.family_name,
    fullName: payload.name,
  }
}

/** Returns the unverified issuer, only to find the provider whose keys verify the token. */
export function claimedIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    return ''
  }
}

/**
 * Google also signs without the scheme. An issuer that is a whole host is the same with and without its
 * trailing slash: an operator cannot see which of the two a provider uses.
 */
export function issuersOf({ issuer }: Pick<OpenIdProvider, 'issuer'>): string[] {
  if (issuer === googleIssuer) return [issuer, 'accounts.google.com']
  const { origin, pathname } = new URL(issuer)
  return pathname === '/' ? [origin, `${origin}/`] : [issuer]
}

/** A token with several audiences must name us as the authorized party. */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  if (azp !== undefined) return azp === clientId
  return !Array.isArray(aud) || aud.length === 1
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    throw isAway(error)
      ? new ProviderUnavailable('the keys cannot be fetched')
      : new NotProven(error instanceof Error ? error.message : String(error))
  }
}

/** The key set was not fetched: no connection (TypeError), too slow, or the reply was no key set. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}

import type { Context } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { SocialProvider } from '#server/social-config.ts'
import { type AttemptRow, nonceOf, provenAttempt, storeProof, takeAttempt, verifierOf } from './attempt.ts'
import { facebookClaims } from './facebook.ts'
import { checkIdToken, claimedIssuer, issuersOf } from './id-token.ts'
import { knowProvider, openIdClaims } from './openid.ts'
import { type Claims, type Person, personOf } from './person.ts'
import { findProvider, NotProven, ProviderUnavailable, returnAddress } from './providers.ts'

/** Of what a client sends, only the provider's proof is read (contract: SocialAttributes). */
export interface GivenProof {
  readonly provider?: string | undefined
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly secret?: string | undefined
  readonly id_token?: string | undefined
}

/** A person verified by a provider. The login or join that follows uses up the attempt. */
export interface ProvenSocial {
  readonly attemptId: string
  readonly provider: string
  readonly person: Person
}

type ProofFailure = Failure<'social.refused' | 'social.unavailable' | 'social.notConfigured' | 'social.over'>

/**
 * Has the provider prove who it is. For `prepare`, since it uses the network and a used answer stays used even
 * if the call is refused. The attempt must belong to the account it began for: `accountId` null is someone who
 * logs in or signs up.
 */
export async function verifySocial(
  context: Context,
  given: GivenProof,
  origin: Origin,
  accountId: string | null = null,
): Promise<ProvenSocial | ProofFailure> {
  if (context.config.social.length === 0) return fail('social.notConfigured')
  if (given.secret && !given.code && !given.id_token) return goOn(context, given.secret, origin, accountId)
  try {
    const { attempt, claims } = given.id_token
      ? await byToken(context, given.id_token, origin.now, accountId)
      : await byCode(context, given, origin.now, accountId)
    const person = personOf(claims)
    await storeProof(context.db, attempt.id, person, origin.now)
    return { attemptId: attempt.id, provider: attempt.provider, person }
  } catch (error) {
    const away = error instanceof ProviderUnavailable
    if (!away && !(error instanceof NotProven)) throw error
    context.log.warn({ reason: error.message }, 'Sign-in at a provider failed')
    if (away) return fail('social.unavailable')
    await recordAudit(context.db, origin, {
      action: 'login.failed',
      accountId,
      detail: { by: 'social', reason: error.message.slice(0, 200) },
    })
    return fail('social.refused')
  }
}

/** The provider has already answered: its proof is waiting for the next step. */
async function goOn(
  { db }: Context,
  secret: string,
  { now }: Origin,
  accountId: string | null,
): Promise<ProvenSocial | ProofFailure> {
  const waiting = await provenAttempt(db, secret, accountId, now)
  if (!waiting) return fail('social.over')
  return { attemptId: waiting.attempt.id, provider: waiting.attempt.provider, person: waiting.person }
}

interface Answer {
  readonly attempt: AttemptRow
  readonly claims: Claims
}

async function byCode(
  { db, config }: Context,
  { code = '', state = '', secret = '', iss }: GivenProof,
  now: Date,
  accountId: string | null,
): Promise<Answer> {
  const attempt = await takeAttempt(db, { accountId, by: { state, secret } }, now)
  if (!attempt) throw new NotProven('no such attempt, or it had its answer')
  const provider = findProvider(config, attempt.provider)
  if (!provider) throw new NotProven('the provider is not configured any more')
  const returning = {
    code,
    state,
    iss,
    nonce: nonceOf(secret),
    verifier: verifierOf(secret),
    returnTo: returnAddress(config),
  }
  return { attempt, claims: await claimsOf(provider, returning, now) }
}

function claimsOf(
  provider: SocialProvider,
  returning: Parameters<typeof openIdClaims>[1],
  now: Date,
): Promise<Claims> {
  return provider.kind === 'facebook'
    ? facebookClaims(provider, returning)
    : openIdClaims(provider, returning, now)
}

/** The token is checked first: only one that the provider signed for us can use up an attempt. */
async function byToken(
  { db, config }: Context,
  token: string,
  now: Date,
  accountId: string | null,
): Promise<Answer> {
  const issuer = claimedIssuer(token)
  const provider = config.social.find((one) => one.kind === 'openid' && issuersOf(one).includes(issuer))
  if (provider?.kind !== 'openid') throw new NotProven('the token is of a provider that is not configured')
  const claims = await checkIdToken(await knowProvider(provider), token, now)
  const attempt = await takeAttempt(db, { accountId, by: { nonce: claims.nonce } }, now)
  if (!attempt) throw new NotProven('the nonce is of no attempt, or it had its answer')
  if (attempt.provider !== provider.id) throw new NotProven('the attempt is of another provider')
  return { attempt, claims }
}

import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as openid from 'openid-client'
import { googleIssuer, isLocalAddress, type OpenIdProvider } from '#server/social-config.ts'
import { checkIdToken } from './id-token.ts'
import type { Claims } from './person.ts'
import { NotProven, ProviderUnavailable } from './providers.ts'

/** A provider's endpoints and keys; keys are fetched again if one is missing. */
export interface KnownProvider {
  readonly provider: OpenIdProvider
  readonly configuration: openid.Configuration
  readonly keys: JWTVerifyGetKey
}

/** Someone is waiting for the answer. */
const patience = 5_000
/** Endpoints change rarely, but they do. */
const knownFor = 3_600_000
/** Tokens with unknown keys must not make us ask the provider over and over. */
const keysAskedAgainAfter = 10_000

const known = new WeakMap<
  OpenIdProvider,
  { readonly until: number; readonly asked: Promise<KnownProvider> }
>()

/** Returns the provider's endpoints, fetched at the first use; a failed request is repeated next time. */
export async function knowProvider(provider: OpenIdProvider): Promise<KnownProvider> {
  const before = known.get(provider)
  if (before && before.until > performance.now()) return before.asked
  const asked = discover(provider)
  known.set(provider, { until: performance.now() + knownFor, asked })
  asked.catch(() => known.delete(provider))
  return asked
}

async function discover(provider: OpenIdProvider): Promise<KnownProvider> {
  const local = isLocalAddress(provider.issuer)
  const configuration = await reaching(
    openid.discovery(new URL(provider.issuer), provider.clientId, undefined, openid.None(), {
      timeout: patience / 1000,
      execute: local ? [openid.allowInsecureRequests] : [],
    }),
  )
  const metadata = configuration.serverMetadata()
  const keysAddress = metadata.jwks_uri
  if (!keysAddress || !metadata.authorization_endpoint || !metadata.token_endpoint)
    throw new ProviderUnavailable(`${provider.issuer} does not say where to sign in`)
  if (!local && new URL(keysAddress).protocol !== 'https:')
    throw new ProviderUnavailable(`${keysAddress} is not encrypted`)
  return {
    provider,
    configuration: withSecret(provider, configuration, local),
    keys: createRemoteJWKSet(new URL(keysAddress), {
      timeoutDuration: patience,
      cooldownDuration: keysAskedAgainAfter,
    }),
  }
}

/** The provider chooses how the secret is sent; the default is the header. */
function withSecret(
  { clientId, clientSecret }: OpenIdProvider,
  discovered: openid.Configuration,
  local: boolean,
): openid.Configuration {
  const metadata = discovered.serverMetadata()
  const inBody = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  const proof = !clientSecret
    ? openid.None()
    : inBody
      ? openid.ClientSecretPost(clientSecret)
      : openid.ClientSecretBasic(clientSecret)
  const configuration = new openid.Configuration(metadata, clientId, undefined, proof)
  configuration.timeout = patience / 1000
  if (local) openid.allowInsecureRequests(configuration)
  return configuration
}

export interface Leaving {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
}

/** Returns the provider's login address. */
export async function openIdAddress(provider: OpenIdProvider, leaving: Leaving): Promise<string> {
  const { configuration } = await knowProvider(provider)
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: leaving.returnTo,
    scope: 'openid email profile',
    state: leaving.state,
    nonce: leaving.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(leaving.verifier),
    code_challenge_method: 'S256',
    // Tablets are shared: the last person who signed in there may not be the one using it now.
    ...(provider.issuer === googleIssuer ? { prompt: 'select_account' } : {}),
  })
  return address.href
}

export interface Returning extends Leaving {
  readonly code: string
  /** Which provider says that it answered. */
  readonly iss?: string | undefined
}

/** Exchanges the code for the provider's statement of who it was. Throws NotProven or ProviderUnavailable. */
export async function openIdClaims(
  provider: OpenIdProvider,
  returning: Returning,
  now: Date,
): Promise<Claims> {
  const there = await knowProvider(provider)
  const address = new URL(returning.returnTo)
  address.search = new URLSearchParams({
    code: returning.code,
    state: returning.state,
    ...(returning.iss === undefined ? {} : { iss: returning.iss }),
  }).toString()
  const tokens = await reaching(
    openid.authorizationCodeGrant(there.configuration, address, {
      expectedState: returning.state,
      expectedNonce: returning.nonce,
      pkceCodeVerifier: returning.verifier,
      idTokenExpected: true,
    }),
  )
  // The library trusts the connection; the signature is checked anyway, as for a token that a client posts.
  const claims = await checkIdToken(there, tokens.id_token ?? '', now)
  if (claims.email !== undefined || !there.configuration.serverMetadata().userinfo_endpoint) return claims
  const more = await reaching(openid.fetchUserInfo(there.configuration, tokens.access_token, claims.subject))
  return {
    ...claims,
    email: more.email,
    emailVouched: more.email_verified === true,
    firstName: claims.firstName ?? more.given_name,
    lastName: claims.lastName ?? more.family_name,
    fullName: claims.fullName ?? more.name,
  }
}

/** Tells a provider that is down from an answer that is not good enough. */
async function reaching<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    throw isAway(error) ? new ProviderUnavailable(wordsOf(error)) : new NotProven(wordsOf(error))
  }
}

/** `fetch` throws TypeError if there is no connection; a provider in trouble answers without JSON, or 5xx. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof ProviderUnavailable) return true
  if (error instanceof openid.ResponseBodyError) return error.status >= 500
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return [
    'OAUTH_TIMEOUT',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_PARSE_ERROR',
  ].includes(code)
}

/** Never the cause: it may contain what was sent to the provider. */
function wordsOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.error}: ${error.error_description ?? ''}`
  return error instanceof Error ? error.message : String(error)
}

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type KeyScope, keyRuleOf } from '#contract/api-key-scope.ts'
import { deviceHeader } from '#contract/device.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { Capability } from '#contract/wire.ts'
import { bearerKeyOf, whyNotKey } from './bearer.ts'
import { Failure, fail } from './failure.ts'
import type { Holder } from './ticket.ts'

export interface AccountIdentity {
  readonly id: string
  readonly role: 'admin' | 'surveyor'
  readonly sessionId: string
  readonly restricted: boolean
  /** A collection session: it can only upload the unsent work of a disabled account. */
  readonly collects: boolean
  /** Set if an API key calls instead of a person. */
  readonly key: { readonly name: string; readonly scopes: readonly KeyScope[] } | null
  /** The surveys that the key is limited to; null = all that the account may use. */
  readonly limits: KeyLimits | null
}

/** At least one is set. */
export interface KeyLimits {
  /** Only surveys whose owner is in this team. */
  readonly teamId: string | null
  /** Only surveys of this template, in any version. */
  readonly series: string | null
}

/**
 * Names who a call counts for in limits that are shared by simultaneous calls. The keys of an account share one
 * count of their own, so that a program does not slow its owner down.
 */
export function shareOf({ id, key }: Pick<AccountIdentity, 'id' | 'key'>): string {
  return key ? `keys/${id}` : id
}

/** A guest with a live share link. */
export interface GuestIdentity {
  readonly linkId: string
  /** The id that the guest's signed addresses carry. It names the link and opens nothing. */
  readonly holderId: string
  readonly surveyId: string
  readonly accountId: string
}

/** A person who proved a phone number with a code and has no account. */
export interface PhoneGuestIdentity {
  readonly sessionId: string
  /** '+' and digits. */
  readonly phone: string
}

/** Resolves callers to identities. `app.ts` plugs in the slices that implement it. */
export interface Identify {
  /** Called before any caller is authenticated, so that expired sessions and links open nothing. */
  expireRecords(): Promise<void>
  account(tokenHash: Buffer): Promise<AccountIdentity | null>
  /** The account behind an API key, if the key is valid now. */
  key(secret: string): Promise<AccountIdentity | null>
  phoneGuest(tokenHash: Buffer): Promise<PhoneGuestIdentity | null>
  /** Checks the token if the call carries one. */
  guest(linkShareId: string, linkToken: string | null): Promise<GuestIdentity | 'expired' | null>
  /** Counts a wrong link id or token. Returns a failure once the source is over its limit. */
  linkGuess(address: string): Promise<Failure | null>
  /** Whether a session or link is still valid. */
  lasts(holder: Holder): Promise<boolean>
  /** Whether the account owns the survey (deleted or not) or may read it now. */
  hasSurvey(account: AccountIdentity, surveyId: string): Promise<boolean>
  /**
   * Reserves one of the slots for calls that hash a password. Returns the function that releases it, or a
   * failure if all are taken.
   */
  passwordTurn(place: { readonly address: string; readonly device: string }): Promise<(() => void) | Failure>
  /** Size of a whole survey in memory, in bytes; 0 if there is none. */
  bytesOf(surveyId: string): Promise<number>
  /** Called for each authenticated caller whose call is denied. */
  denied(call: DeniedCall): Promise<void>
}

export interface DeniedCall {
  readonly account: AccountIdentity
  /** The endpoint's name. */
  readonly endpoint: string
  readonly why:
    | 'access.denied'
    | 'session.restricted'
    | 'session.collects'
    | 'key.scope'
    | 'key.limited'
    | 'key.personOnly'
  readonly address: string
  readonly userAgent: string
}

export interface Caller {
  readonly account: AccountIdentity | null
  readonly guest: GuestIdentity | null
  readonly phoneGuest: PhoneGuestIdentity | null
}

export const anonymousCaller: Caller = { account: null, guest: null, phoneGuest: null }

/** SHA-256: tokens are random, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Authenticates the caller before anything of the body is read. */
export async function authenticateCaller(
  endpoint: Authenticated,
  request: FastifyRequest,
  identify: Identify,
): Promise<Caller | Failure> {
  const { access, name, collects } = endpoint
  if (access === 'ticket' || access === 'public') return anonymousCaller
  if (access === 'guest') return proveGuest(request, identify)
  if (access === 'phoneGuest') return provePhoneGuest(request, identify)
  const secret = bearerKeyOf(request.raw)
  if (secret instanceof Failure) return secret
  if (secret !== null) return proveKey(secret, endpoint, request, identify)
  const account = await accountOf(request, identify)
  if (access === 'anybody') return { ...anonymousCaller, account: account?.restricted ? null : account }
  if (access === 'optional' && request.headers.token === undefined) return anonymousCaller
  if (!account) return fail('session.missing')
  const why = account.collects && !collects ? 'session.collects' : whyDenied(access, account)
  if (!why) return { ...anonymousCaller, account }
  await reportDenied(request, identify, { account, endpoint: name, why })
  return fail(why)
}

/** The parts of an endpoint that decide who may call it. */
export type Authenticated = Pick<
  Endpoint,
  'access' | 'name' | 'collects' | 'method' | 'path' | 'key' | 'keyLimits'
>

async function proveKey(
  secret: string,
  endpoint: Authenticated,
  request: FastifyRequest,
  identify: Identify,
): Promise<Caller | Failure> {
  const account = await identify.key(secret)
  if (!account?.key) return fail('key.invalid')
  const isLimited = account.limits !== null
  const refused = whyNotKey(keyRuleOf(endpoint), { scopes: account.key.scopes, isLimited })
  if (!refused) return { ...anonymousCaller, account }
  await reportDenied(request, identify, { account, endpoint: endpoint.name, why: refused.code })
  return refused
}

function reportDenied(
  request: FastifyRequest,
  identify: Identify,
  denied: Omit<DeniedCall, 'address' | 'userAgent'>,
): Promise<void> {
  return identify.denied({ ...denied, address: request.ip, userAgent: userAgentOf(request) })
}

function whyDenied(access: Access, account: AccountIdentity): DeniedCall['why'] | null {
  if (account.collects) return null
  if (account.restricted && access !== 'restricted' && access !== 'optional') return 'session.restricted'
  return access === 'admin' && account.role !== 'admin' ? 'access.denied' : null
}

/** The device's User-Agent, cut to the stored length. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return String(headers['user-agent'] ?? '').slice(0, 300)
}

/** Hash of the device's secret, or '' if it sends none. Short, since it is only compared within one account. */
export function deviceOf({ headers }: FastifyRequest): string {
  const secret = headers[deviceHeader]
  const isSecret = typeof secret === 'string' && /^[\w-]{32,64}$/.test(secret)
  return isSecret ? hashToken(secret).subarray(0, 16).toString('base64url') : ''
}

async function accountOf(request: FastifyRequest, identify: Identify): Promise<AccountIdentity | null> {
  const hash = tokenHashOf(request)
  return hash && identify.account(hash)
}

async function provePhoneGuest(request: FastifyRequest, identify: Identify): Promise<Caller | Failure> {
  const hash = tokenHashOf(request)
  const phoneGuest = hash && (await identify.phoneGuest(hash))
  return phoneGuest ? { ...anonymousCaller, phoneGuest } : fail('session.missing')
}

function tokenHashOf({ headers: { token } }: FastifyRequest): Buffer | null {
  return typeof token === 'string' && token.length >= 20 && token.length <= 200 ? hashToken(token) : null
}

async function proveGuest(request: FastifyRequest, identify: Identify): Promise<Caller | Failure> {
  // Some calls take the link id at the end of their path instead.
  const { guest_survey_id: inPath } = request.params as { guest_survey_id?: unknown }
  const held = inPath ?? (request.query as Record<string, unknown>).guest_survey_id
  const { link_token: token } = request.query as Record<string, unknown>
  const asked = z.safeParse(Capability, held)
  const guest = asked.success
    ? await identify.guest(asked.data, token === undefined ? null : String(token))
    : null
  if (guest === 'expired') return fail('link.expired')
  if (guest) return { ...anonymousCaller, guest }
  return (await identify.linkGuess(request.ip)) ?? fail('link.notFound')
}

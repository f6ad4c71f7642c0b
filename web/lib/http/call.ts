import { v4 } from 'uuid'
import { deviceHeader } from '#contract/device.ts'
import type { Callable, Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { seenHeader } from '#contract/history.ts'
import { languageHeaders } from '#web/lib/language/language.ts'
import { t } from '../language/translate.ts'
import { currentSession, sendingToken, sessionRefused } from '../session/session.ts'
import { anySignal } from './any-signal.ts'
import { countLoad } from './app-loaded.ts'
import { type FieldError, isReceipt } from './receipt.ts'
import { addressOf, bodyOf } from './request.ts'
import { noteServerHistory, seenHistory } from './server-history.ts'
import { failureOf, unreached } from './unreached.ts'

export interface Failure {
  readonly ok: false
  /** 0 = the server was not reached, or something else answered in its place. */
  readonly status: number
  readonly errors: readonly FieldError[]
  /** The first error's words, ready to be shown. */
  readonly message: string
  /** Seconds that the server asks to wait. */
  readonly retryAfter?: number
}

export type CallResult<E extends Endpoint> = { readonly ok: true; readonly reply: ReplyOf<E> } | Failure

export interface CallOptions {
  /** Idempotency key; a fresh one for each call where absent. Repeats of one operation give the same. */
  readonly key?: string
  /** Only in a session of this account: what is sent late must not go in somebody else's. */
  readonly account?: string
  /** Another token than the session's, for the restricted session before the first password change. */
  readonly token?: string
  /** Body of a multipart endpoint. */
  readonly form?: FormData
  readonly signal?: AbortSignal
  /** Milliseconds until the call counts as not reached. */
  readonly timeout?: number
}

const defaultTimeout = 30_000

/**
 * The one way to the server: endpoint and input of the contract, reply or failure as a value. A screen that must not
 * load schemas names the endpoint's type and gives what calling it takes.
 */
export async function call<E extends Endpoint>(
  endpoint: E | Callable,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  if (options.account !== undefined && sendingToken(options.account) === null) return notTheirs()
  const token = tokenFor(endpoint, options)
  // Nobody is logged in any more: a screen on its way out, or another tab that left.
  if (token === undefined && needsSession(endpoint)) return notTheirs()
  const session = currentSession()
  const account = session && session.token === token ? session.userId : undefined
  const answer = await send(endpoint, input, { token, account }, options)
  if (!answer || !(await isHeard(account, answer))) return unreached()
  countLoad(answer.headers)
  const value = await jsonOf(answer)
  if (answer.ok) {
    if (isReceipt(endpoint, value)) return { ok: true, reply: value as ReplyOf<E> }
    // A page in HTML is a network's login page; an empty response, or JSON of another shape, is a fault (spec §8).
    return unreached(isPage(answer) ? 'common.network' : 'common.unexpected')
  }
  const failure = failureOf(answer.status, value, answer.headers.get('retry-after'))
  if (answer.status === 401 && token && failure.errors[0]?.token) sessionRefused(token)
  return failure
}

/** All errors of a failure as one record, the first message of a field winning. */
export function byField(failure: Failure): Record<string, string> {
  return Object.assign({}, ...[...failure.errors].reverse())
}

export function newKey(): string {
  return v4()
}

/** What an answer tells of the server's past comes first; where the device cannot keep that, the answer must not count. */
async function isHeard(account: string | undefined, { headers }: Response): Promise<boolean> {
  if (account === undefined) return true
  return noteServerHistory(account, headers).then(
    () => true,
    () => false,
  )
}

async function send(
  endpoint: Callable,
  input: object,
  { token, account }: { readonly token: string | undefined; readonly account: string | undefined },
  options: CallOptions,
): Promise<Response | null> {
  const body = options.form ?? bodyOf(input)
  const headers = new Headers({ accept: 'application/json', ...languageHeaders() })
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (token) headers.set('token', token)
  const seen = account === undefined ? null : seenHistory(account)
  if (seen) headers.set(seenHeader, seen)
  if (endpoint.method !== 'GET') headers.set('idempotency-key', options.key ?? newKey())
  const device = endpoint.access === 'public' && endpoint.method !== 'GET' ? deviceSecret() : null
  if (device) headers.set(deviceHeader, device)
  const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout)
  const signal = options.signal ? anySignal(options.signal, timeout) : timeout
  try {
    return await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      signal,
      cache: 'no-store',
      credentials: 'omit',
      ...(body === undefined ? {} : { body }),
    })
  } catch {
    // null is an unreached server, for which each caller has words.
    return null
  }
}

const deviceKey = 'device-secret'

/** Stays when people log out: by it the server knows a device on which an account was logged in before. */
function deviceSecret(): string | null {
  try {
    const stored = localStorage.getItem(deviceKey)
    if (stored) return stored
    const made = [v4(), v4()].join('').replaceAll('-', '')
    localStorage.setItem(deviceKey, made)
    return made
  } catch {
    // Without storage each login is one on a new device.
    return null
  }
}

function tokenFor(endpoint: Callable, options: CallOptions): string | undefined {
  if (options.token || !needsSession(endpoint)) return options.token
  const { account } = options
  return (account === undefined ? currentSession()?.token : sendingToken(account)) ?? undefined
}

function needsSession({ access }: Callable): boolean {
  return access === 'restricted' || access === 'surveyor' || access === 'admin'
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('html') ?? false
}

async function jsonOf(answer: Response): Promise<unknown> {
  if (!answer.headers.get('content-type')?.includes('json')) return undefined
  // A body that is no JSON is judged by its status alone.
  return answer.json().catch(() => undefined)
}

/** As if the session had ended: what waits is kept for the account. */
function notTheirs(): Failure {
  const message = t('accounts.logInAgain')
  return { ok: false, status: 401, errors: [{ message }], message }
}

import { v4 } from 'uuid'
import { deviceHeader } from '#contract/device.ts'
import { type Callable, type Endpoint, type InputOf, type ReplyOf, requiredKeys } from '#contract/endpoint.ts'
import { seenHeader } from '#contract/history.ts'
import { languageHeaders } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { currentSession, endRejectedSession, sendingToken } from '../session/session.ts'
import { anySignal } from './any-signal.ts'
import { countLoad } from './count-load.ts'
import { noteServerHistory, seenHistory } from './server-history.ts'

export interface Failure {
  readonly ok: false
  /** 0 = the server was not reached, or a proxy or login page replied. */
  readonly status: number
  readonly errors: readonly FieldError[]
  /** The first error's message, ready to show. */
  readonly message: string
  /** Seconds to wait before retrying, from the server. */
  readonly retryAfter?: number
}

export type CallResult<E extends Endpoint> = { readonly ok: true; readonly reply: ReplyOf<E> } | Failure

export interface CallOptions {
  /** Idempotency key; a fresh one by default. Retries of one operation reuse theirs. */
  readonly key?: string
  /** Send only in this account's session, so that a late call is never sent as another user. */
  readonly account?: string
  /** Overrides the session's token, for the restricted session before the first password change. */
  readonly token?: string
  /** Body of a multipart endpoint. */
  readonly form?: FormData
  readonly signal?: AbortSignal
  /** Milliseconds until the call counts as unreached. */
  readonly timeout?: number
}

const defaultTimeout = 30_000

/**
 * Sends a request: takes an endpoint and input of the contract, returns a reply or failure as a value. A
 * screen that must not load schemas imports the endpoint's type and passes a `Callable`.
 */
export async function call<E extends Endpoint>(
  endpoint: E | Callable,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  if (options.account !== undefined && sendingToken(options.account) === null) return notTheirs()
  const token = tokenFor(endpoint, options)
  // Logged out meanwhile: the screen is closing, or another tab logged out.
  if (token === undefined && needsSession(endpoint)) return notTheirs()
  const session = currentSession()
  const account = session && session.token === token ? session.userId : undefined
  const answer = await send(endpoint, input, { token, account }, options)
  if (!answer || !(await recordHistory(account, answer))) return unreachedFailure()
  countLoad(answer.headers)
  const value = await jsonOf(answer)
  if (answer.ok) {
    if (isReceipt(endpoint, value)) return { ok: true, reply: value as ReplyOf<E> }
    // An HTML page is a network's login page; an empty response or JSON of another shape is a fault (spec
    // §8).
    return unreachedFailure(isPage(answer) ? 'common.network' : 'common.unexpected')
  }
  const failure = failureOf(answer.status, value, answer.headers.get('retry-after'))
  if (answer.status === 401 && token && failure.errors[0]?.token) endRejectedSession(token)
  return failure
}

/** Merges all errors of a failure into one record; the first message of a field wins. */
export function byField(failure: Failure): Record<string, string> {
  return Object.assign({}, ...[...failure.errors].reverse())
}

export function newKey(): string {
  return v4()
}

/** Stores the server's history point first; if that fails, the reply must not be used. */
async function recordHistory(account: string | undefined, { headers }: Response): Promise<boolean> {
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
    // null = unreached; each caller has a message for it.
    return null
  }
}

const deviceKey = 'device-secret'

/** Survives logging out, so that the server recognizes the device at the next login. */
function deviceSecret(): string | null {
  try {
    const stored = localStorage.getItem(deviceKey)
    if (stored) return stored
    const made = [v4(), v4()].join('').replaceAll('-', '')
    localStorage.setItem(deviceKey, made)
    return made
  } catch {
    // Without storage, each login comes from a new device.
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
  // A body that is not JSON is evaluated by its status alone.
  return answer.json().catch(() => undefined)
}

/** Reports an ended session; the account's unsent work stays on the device. */
function notTheirs(): Failure {
  const message = t('accounts.logInAgain')
  return { ok: false, status: 401, errors: [{ message }], message }
}

/** Returns the failure for an unreached server, or for a reply that is not the server's. */
export function unreachedFailure(words: 'common.network' | 'common.unexpected' = 'common.network'): Failure {
  const message = t(words)
  return { ok: false, status: 0, errors: [{ message }], message }
}

/**
 * Returns a rejection with the server's message. `body` is the parsed JSON, `retryAfter` that header. A body
 * without our errors came from a proxy: it gets a proxy message and no `errors`.
 */
export function failureOf(status: number, body: unknown, retryAfter: string | null | undefined): Failure {
  const errors = errorsOf(body)
  const wait = Number(retryAfter)
  const message = (errors[0] && Object.values(errors[0])[0]) ?? wordsOfProxy(status)
  return { ok: false, status, errors, message, ...(wait > 0 ? { retryAfter: wait } : {}) }
}

/**
 * Whether a stored problem means that a proxy rejected the size, including the wording of older versions. The
 * upload succeeds once the proxy's limit is raised.
 */
export function isTooLargeForProxy(problem: string | null): boolean {
  return problem === t('common.proxyTooLarge') || problem === t('common.network')
}

function wordsOfProxy(status: number): string {
  if (status === 413 || status === 414) return t('common.proxyTooLarge')
  if ([502, 503, 504].includes(status)) return t('common.proxyUnanswered', { status: String(status) })
  // The server's own error handler failed; proxies use other codes for upstream faults.
  if (status === 500) return t('common.unexpected')
  return t('common.proxyRefused', { status: String(status) })
}

/** One `{ field: message }` of a failure. */
export type FieldError = Readonly<Record<string, string>>

/**
 * Whether a 2xx reply is ours. A Wi-Fi login page also returns 200, and treating that as a receipt would lose
 * work, so every required top-level key must be present.
 */
export function isReceipt({ reply, replyKeys }: Callable, value: unknown): boolean {
  if (!isRecord(value)) return false
  return (replyKeys ?? requiredKeys(reply)).every((key) => key in value)
}

/** Returns the errors of a failure's body; empty if the body is not ours. */
export function errorsOf(value: unknown): FieldError[] {
  if (!isRecord(value) || !Array.isArray(value.errors)) return []
  return value.errors.filter(isFieldError)
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // undefined = not JSON.
    return undefined
  }
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns a call's address, for uses other than `call`, such as uploads with progress and links. */
export function addressOf(endpoint: Callable, input: object): string {
  const { params = {}, query = {} } = input as Parts
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `/api${path}${text ? `?${text}` : ''}`
}

export function bodyOf(input: object): string | undefined {
  const { body } = input as Parts
  return body === undefined ? undefined : JSON.stringify(body)
}

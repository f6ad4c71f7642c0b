import type * as z from 'zod/mini'
import type { KeyScope } from './api-key-scope.ts'
import type { FailureCode } from './failure.ts'
import { limits } from './limits.ts'

export type Schema = z.core.$ZodType

/**
 * Callers that an endpoint accepts:
 * - `public`: all; the caller is not identified;
 * - `anybody`: likewise, but a full session counts if sent;
 * - `optional`: likewise, but any kind of session counts, and an invalid one is rejected, not ignored;
 * - `restricted`: any session, including one that must first change its password;
 * - `surveyor`: a full session; `admin`: a full session with that role;
 * - `guest`: holder of a live share link (`guest_survey_id` in the query);
 * - `phoneGuest`: a guest's session, started by a code to their phone; never an account's session, nor vice
 * versa;
 * - `ticket`: holder of a signed address for exactly one resource.
 */
export type Access =
  | 'public'
  | 'anybody'
  | 'optional'
  | 'restricted'
  | 'surveyor'
  | 'admin'
  | 'guest'
  | 'phoneGuest'
  | 'ticket'

/** How the device handles the call offline: it queues the call, or reads its own copy. */
export type OfflinePolicy = 'queue' | 'cache'

/**
 * How often one client may call: `limit` calls in `seconds`, counted by address, by account, or by address
 * and the body's email or phone number; for the last, successful calls do not count.
 */
export interface Rate {
  readonly limit: number
  readonly seconds: number
  readonly by: 'address' | 'account' | 'email'
  /**
   * For an address: absent = every call. `tries`: counted before evaluation, and refunded on success.
   * `refusals`: counted after a rejection, so that guesses from a shared address block no other user; only
   * for secrets too long to guess.
   */
  readonly counts?: 'tries' | 'refusals'
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  F extends FailureCode = FailureCode,
  A extends Access = Access,
> {
  /** `slice.verb`, unique; the outbox stores it. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, in the form `/a/b/{id}`. */
  readonly path: string
  /** Other addresses of the same call that the specification names. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly access: A
  /** Also open to a collection session, which may only add a disabled account's unsent work. */
  readonly collects?: true
  /** The scope an API key needs; `person` = no key may call. Absent = by address and method (`keyRuleOf`). */
  readonly key?: KeyScope | 'person'
  /** Whether keys limited to a team or a template may call. Absent = by address (`keyRuleOf`). */
  readonly keyLimits?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * `multipart`: files and text fields; `body` then describes the text fields as the handler reads them.
   * `picture`: the same with one profile photo and its limit; `attachments`: the same with files of any kind.
   * `sheet`: the same with one spreadsheet or document, or JSON in place of a form: `body` then describes
   * that.
   */
  readonly upload?: 'multipart' | 'picture' | 'attachments' | 'sheet'
  /** Also accepts `application/x-www-form-urlencoded`, as sent by providers' webhooks. */
  readonly form?: true
  /** Also accepts `application/csp-report`, as browsers send it for the directive `report-uri`. */
  readonly reports?: true
  /** Maximum body size in bytes, if it differs from the default of its access (`bodyLimitOf`). */
  readonly bodyBytes?: number
  /**
   * Reads a whole survey or much of one: for a guest the link's survey, else the one named by `params.id` or
   * the query's `user_survey_id`. A read-only call waits for memory, and the reply is sent in pieces.
   */
  readonly whole?: true
  /** The reply can reach megabytes without being a survey's, and is sent in pieces too. */
  readonly large?: true
  /** Absent = the reply is a stream of bytes (files, PDF, zip, events). */
  readonly reply?: R
  /** The reply's required keys, for clients that call without the schema (`Callable`). */
  readonly replyKeys?: readonly string[]
  readonly status?: 200 | 201 | 202
  /** A call whose body has `dry_run` changes nothing and returns 200 with the result it would have. */
  readonly dryRun?: true
  /** Named failures beyond those of every call with that access. */
  readonly fails?: readonly F[]
  readonly rates?: readonly Rate[]
  /**
   * Hashes a password of a caller without a session: unknown devices are admitted a few at a time
   * (`LoginGate`).
   */
  readonly hashesPassword?: true
  /** The body contains a password: no fast hash of it is stored for replays. */
  readonly secret?: true
  /**
   * false = the reply contains a secret and is never stored for replay. A function returns which bodies have
   * replies worth storing; others are executed again.
   */
  readonly replayable?: false | ((body: unknown) => boolean)
  /** Absent = the call needs the network. */
  readonly offline?: OfflinePolicy
}

/**
 * The parts of an endpoint that a call needs, for screens that load no schemas: `call<typeof
 * logIn>(logInCall, …)`.
 */
export type Callable = Pick<Endpoint, 'method' | 'path' | 'access' | 'reply' | 'replyKeys'>

/** Returns the required keys of a reply from the schema's definition, without loading a parser. */
export function requiredKeys(reply: Schema | undefined): string[] {
  const shape = shapeOf(reply)
  return Object.entries(shape)
    .filter(([, part]) => part._zod.def.type !== 'optional' && part._zod.def.type !== 'default')
    .map(([key]) => key)
}

function shapeOf(reply: Schema | undefined): Record<string, Schema> {
  const def = reply?._zod.def
  return def && 'shape' in def ? (def.shape as Record<string, Schema>) : {}
}

/** Declares an endpoint; the types of its parts are inferred. */
export function endpoint<
  const F extends FailureCode = never,
  P extends Schema = z.ZodMiniNever,
  Q extends Schema = z.ZodMiniNever,
  B extends Schema = z.ZodMiniNever,
  R extends Schema = z.ZodMiniNever,
  const A extends Access = Access,
>(given: Endpoint<P, Q, B, R, F, A>): Endpoint<P, Q, B, R, F, A> {
  return given
}

/** Callers with this access are authenticated before their body is read. */
const provenAccess: readonly Access[] = ['restricted', 'surveyor', 'admin', 'phoneGuest']

/** Whether the server reads bodies of unauthenticated callers. */
export function isOpenToStrangers({ access }: Pick<Endpoint, 'access'>): boolean {
  return !provenAccess.includes(access)
}

/**
 * Returns the maximum body size in bytes; larger ones get 413. Bodies other than JSON also have limits per
 * file.
 */
export function bodyLimitOf(endpoint: Pick<Endpoint, 'access' | 'body' | 'upload' | 'bodyBytes'>): number {
  if (endpoint.bodyBytes !== undefined) return endpoint.bodyBytes
  if (endpoint.upload === 'sheet') return limits.jsonBodyBytes
  if (endpoint.upload) return limits.uploadBytes
  if (!endpoint.body || isOpenToStrangers(endpoint)) return limits.strangerBodyBytes
  return limits.accountBodyBytes
}

type PartOf<S extends Schema, K extends string> = [z.infer<S>] extends [never]
  ? object
  : object extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }

/** A caller's input: `{ params, query, body }`, only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? PartOf<P, 'params'> & PartOf<Q, 'query'> & PartOf<B, 'body'>
    : never

/** The parsed parts as a handler reads them. */
export type ParsedOf<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

export type ReplyOf<E extends Endpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

export type FailsOf<E extends Endpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer F> ? F : never

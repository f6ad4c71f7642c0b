import type * as z from 'zod/mini'
import type { FailureCode } from './failure.ts'
import { limits } from './limits.ts'

export type Schema = z.core.$ZodType

/**
 * Who may call:
 * - `public`: anybody; who it is, is not asked;
 * - `anybody`: likewise, but a full session that is sent counts;
 * - `optional`: likewise, but a session of any kind that is sent counts, and a dead one is refused: it never counts as none;
 * - `restricted`: any session, also one that still has to change its first password;
 * - `surveyor`: a full session; `admin`: a full session with that role;
 * - `guest`: holder of a live share link (`guest_survey_id` in the query);
 * - `phoneGuest`: a guest's session, begun by a code to their phone; no account's session is one, nor the other way round;
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

/** What the device does with the call when there is no network. */
export type OfflinePolicy = 'queue' | 'cache' | 'needs-network'

/**
 * How often one client may call: `limit` calls in `seconds`, counted by address, by account, or by address and
 * the body's email or phone number; of the last, calls that succeed do not count.
 */
export interface Rate {
  readonly limit: number
  readonly seconds: number
  readonly by: 'address' | 'account' | 'email'
  /**
   * Of an address: absent = every call. `tries`: counted before it is looked at, and taken back where it succeeded.
   * `refusals`: counted once it was refused, so that guesses from the same address keep nobody out; only where what is
   * guessed at is too long to be guessed.
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
  /** Also open to a collection session, which adds the unsent work of a disabled account and does nothing else. */
  readonly collects?: true
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * `multipart`: files and text fields; `body` then describes the text fields as the handler reads them.
   * `picture`: the same with one profile photo and its limit; `attachments`: the same with files of any kind and theirs.
   * `sheet`: the same with one spreadsheet or document, or JSON in place of a form: `body` then describes that.
   */
  readonly upload?: 'multipart' | 'picture' | 'attachments' | 'sheet'
  /** Also takes `application/x-www-form-urlencoded`, as providers' webhooks send it. */
  readonly form?: true
  /** Also takes `application/csp-report`, as browsers send what the directive `report-uri` asks for. */
  readonly reports?: true
  /** Largest body in bytes, where it differs from the default of its access (`bodyLimitOf`). */
  readonly bodyBytes?: number
  /**
   * Reads a whole survey, or a large part of one: of a guest the link's, else the one that `params.id` or
   * `user_survey_id` in the query names. A call that writes nothing waits for room in memory, and the reply goes out in
   * pieces.
   */
  readonly whole?: true
  /** Its reply may come to megabytes without being a survey's: it goes out in pieces as well. */
  readonly large?: true
  /** Absent = the reply is a stream of bytes (files, PDF, zip, events). */
  readonly reply?: R
  /** The reply's keys that are always there, where a client calls without the schema (`Callable`). */
  readonly replyKeys?: readonly string[]
  readonly status?: 200 | 201
  /** A call whose body says `dry_run` makes nothing and answers 200 with what it would have made. */
  readonly dryRun?: true
  /** Named refusals beyond those that every call of that access has. */
  readonly fails?: readonly F[]
  readonly rates?: readonly Rate[]
  /** Hashes a password of a caller without a session: strangers are admitted a few at a time (`LoginGate`). */
  readonly hashesPassword?: true
  /** The body holds a password: no quick hash of it is kept for replays. */
  readonly secret?: true
  /**
   * false = the result holds a secret and is never stored for replay; or which bodies bring about one that does not, or
   * that is worth it: a call that does nothing is carried out once more.
   */
  readonly replayable?: false | ((body: unknown) => boolean)
  readonly offline: OfflinePolicy
}

/** What calling an endpoint takes, for screens that load no schemas: `call<typeof logIn>(logInCall, …)`. */
export type Callable = Pick<Endpoint, 'method' | 'path' | 'access' | 'reply' | 'replyKeys'>

/** The keys that every reply has, read from the schema's own description, so that no parser has to be loaded. */
export function promisedKeys(reply: Schema | undefined): string[] {
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

/** Callers of these are proven before their body is read; everybody else is a stranger. */
const provenAccess: readonly Access[] = ['restricted', 'surveyor', 'admin', 'phoneGuest']

/** Whether the server reads a body of anybody who sends one. */
export function isOpenToStrangers({ access }: Pick<Endpoint, 'access'>): boolean {
  return !provenAccess.includes(access)
}

/** Largest body that the server reads, in bytes: more is answered with 413. A body that is not JSON has limits by file too. */
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

/** What a caller gives: `{ params, query, body }`, only the parts that the endpoint has. */
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

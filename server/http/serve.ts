import type { Endpoint, FailsOf, ParsedOf, ReplyOf } from '#contract/endpoint.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountIdentity, GuestIdentity, PhoneGuestIdentity } from './authenticate.ts'
import type { BytesReply } from './bytes-reply.ts'
import type { Failure } from './failure.ts'
import type { ReceivedFile } from './multipart.ts'

/** The caller that a handler gets for each access level; the adapter has authenticated it. */
interface CallerOf {
  public: object
  anybody: { account: AccountIdentity | null }
  optional: { account: AccountIdentity | null }
  restricted: { account: AccountIdentity }
  surveyor: { account: AccountIdentity }
  admin: { account: AccountIdentity }
  guest: { guest: GuestIdentity }
  phoneGuest: { phoneGuest: PhoneGuestIdentity }
  ticket: object
}

/** Failures of the adapter that any handler may also return. */
type Common = 'request.notFound' | 'service.unavailable' | 'service.full'

export type Call<E extends Endpoint> = ParsedOf<E> &
  CallerOf[E['access']] & {
    readonly context: Context
    /** The call's transaction if it writes, otherwise the pool. */
    readonly db: Db
    /** The same moment for the whole call. */
    readonly now: Date
    readonly address: string
    /** The header `token`, unverified; '' if missing. */
    readonly heldToken: string
    readonly userAgent: string
    /** Hash of the secret by which the device identifies itself (`deviceHeader`); '' if it sends none. */
    readonly device: string
    /** The Authorization header, which other programs use. It never contains a person's session. */
    readonly authorization: string
    /** The Last-Event-ID header: the last event that a stream's reader received; '' if missing. */
    readonly lastEventId: string
    readonly files: readonly ReceivedFile[]
  }

/** The result of a dry run. Nothing was created, so it answers 200 instead of the endpoint's own status. */
export class DryRun<Reply> {
  readonly reply: Reply
  constructor(reply: Reply) {
    this.reply = reply
  }
}

type Answer<E extends Endpoint> = [ReplyOf<E>] extends [never]
  ? BytesReply
  : ReplyOf<E> | (E extends { readonly dryRun?: true } ? DryRun<ReplyOf<E>> : never)
type Refusal<E extends Endpoint> = Failure<FailsOf<E> | Common>

type Reply<E extends Endpoint> = Promise<Answer<E> | Refusal<E>>

/** Slow work before the transaction opens (decoding pictures, hashing passwords). */
export interface Preparation<E extends Endpoint, T> {
  /** A Failure ends the call; any other result is passed to the handler. */
  prepare(call: Call<E>): Promise<T>
  /** Undoes `prepare` when the call is rejected or fails afterwards. */
  undo?(call: Call<E>, prepared: Exclude<T, Failure>): Promise<void>
  /** Runs after the commit and releases the inputs. Must not throw. */
  after?(call: Call<E>, prepared: Exclude<T, Failure>): Promise<void>
}

/**
 * How a large reply is replayed: `extract` returns the part to store, and `reread` returns the current state.
 * `reread` checks again that the caller may read it, and changes nothing.
 */
export interface Replay<E extends Endpoint, Kept> {
  extract(reply: ReplyOf<E>): Kept
  reread(call: Call<E>, kept: Kept): Promise<ReplyOf<E> | Failure>
}

/** Replays a reply with a single resource by its id. */
export function replayById<C, Reply>(reread: (call: C, id: string) => Promise<Reply | Failure>) {
  return { extract: (reply: { readonly data: { readonly id: string } }) => reply.data.id, reread }
}

export interface Route {
  readonly endpoint: Endpoint
  handle(call: unknown, prepared: unknown): Promise<unknown>
  /** null if its replies are small, or no larger than the request. */
  readonly replay: {
    extract(reply: unknown): unknown
    reread(call: unknown, kept: unknown): Promise<unknown>
  } | null
  readonly preparation: {
    prepare(call: unknown): Promise<unknown>
    undo(call: unknown, prepared: unknown): Promise<void>
    after(call: unknown, prepared: unknown): Promise<void>
  } | null
}

/** Binds an endpoint to its handler; `app.ts` collects the results of all slices. */
export function serve<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Reply<E>): Route {
  return { endpoint, handle: (call) => handler(call as Call<E>), replay: null, preparation: null }
}

/** `serve` for replies that may be large. */
export function serveWithReplay<E extends Endpoint, Kept>(
  endpoint: E,
  replay: Replay<E, Kept>,
  handler: (call: Call<E>) => Reply<E>,
): Route {
  return { ...serve(endpoint, handler), replay: untyped(replay) }
}

/** `serve` or `serveWithReplay` with slow work that must not hold a transaction open. */
export function servePrepared<E extends Endpoint, T, Kept>(
  endpoint: E,
  preparation: Preparation<E, T> & { readonly replay?: Replay<E, Kept> },
  handler: (call: Call<E>, prepared: Exclude<T, Failure>) => Reply<E>,
): Route {
  return {
    endpoint,
    replay: preparation.replay ? untyped(preparation.replay) : null,
    handle: (call, prepared) => handler(call as Call<E>, prepared as Exclude<T, Failure>),
    preparation: {
      prepare: (call) => preparation.prepare(call as Call<E>),
      undo: async (call, prepared) => preparation.undo?.(call as Call<E>, prepared as Exclude<T, Failure>),
      after: async (call, prepared) => preparation.after?.(call as Call<E>, prepared as Exclude<T, Failure>),
    },
  }
}

function untyped<E extends Endpoint, Kept>(replay: Replay<E, Kept>): Route['replay'] {
  return {
    extract: (reply) => replay.extract(reply as ReplyOf<E>),
    reread: (call, kept) => replay.reread(call as Call<E>, kept as Kept),
  }
}

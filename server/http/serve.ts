import type { Endpoint, FailsOf, ParsedOf, ReplyOf } from '#contract/endpoint.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountIdentity, GuestIdentity, PhoneGuestIdentity } from './access.ts'
import type { BytesReply } from './bytes.ts'
import type { Failure } from './failure.ts'
import type { ReceivedFile } from './multipart.ts'

/** Who a handler of this access has before it; the adapter has proven them. */
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

/** Failures of the adapter that any handler may also give. */
type Common = 'request.notFound' | 'service.unavailable' | 'service.full'

export type Call<E extends Endpoint> = ParsedOf<E> &
  CallerOf[E['access']] & {
    readonly context: Context
    /** In a call that writes: the call's transaction. Otherwise the pool. */
    readonly db: Db
    /** One moment for the whole call. */
    readonly now: Date
    readonly address: string
    /** What stood in the header `token`, whatever it is; '' where nothing did. */
    readonly heldToken: string
    readonly userAgent: string
    /** Hash of the secret by which the device names itself (`deviceHeader`); '' where it names none. */
    readonly device: string
    /** The header: what other programs prove themselves with. People's sessions are never in it. */
    readonly authorization: string
    /** The header: the last event that a reader of a stream has had; '' where none is named. */
    readonly lastEventId: string
    readonly files: readonly ReceivedFile[]
  }

/** What would have been made: nothing was, so it answers 200 whatever the endpoint's own status is. */
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
  /** A Failure ends the call; anything else is handed to the handler. */
  prepare(call: Call<E>): Promise<T>
  /** Takes back what `prepare` left behind when the call is refused or fails afterwards. */
  undo?(call: Call<E>, prepared: Exclude<T, Failure>): Promise<void>
  /** Once what the handler did is committed: lets go of what it was made of. Must not fail. */
  after?(call: Call<E>, prepared: Exclude<T, Failure>): Promise<void>
}

/**
 * How a reply that may be large is told to a call that comes again: what `keep` makes of it is stored in its place, and
 * `tell` reads it as it is now. It proves anew that the caller may read it, and changes nothing.
 */
export interface Retelling<E extends Endpoint, Kept> {
  keep(reply: ReplyOf<E>): Kept
  tell(call: Call<E>, kept: Kept): Promise<ReplyOf<E> | Failure>
}

/** Of a reply that tells one thing: by its id. */
export function byId<C, Reply>(tell: (call: C, id: string) => Promise<Reply | Failure>) {
  return { keep: (reply: { readonly data: { readonly id: string } }) => reply.data.id, tell }
}

export interface Route {
  readonly endpoint: Endpoint
  handle(call: unknown, prepared: unknown): Promise<unknown>
  /** null = its replies are small, or no larger than what was sent. */
  readonly retelling: {
    keep(reply: unknown): unknown
    tell(call: unknown, kept: unknown): Promise<unknown>
  } | null
  readonly preparation: {
    prepare(call: unknown): Promise<unknown>
    undo(call: unknown, prepared: unknown): Promise<void>
    after(call: unknown, prepared: unknown): Promise<void>
  } | null
}

/** Binds an endpoint to its handler; `app.ts` collects the results of all slices. */
export function serve<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Reply<E>): Route {
  return { endpoint, handle: (call) => handler(call as Call<E>), retelling: null, preparation: null }
}

/** The same with a reply that may be large. */
export function serveRetold<E extends Endpoint, Kept>(
  endpoint: E,
  retelling: Retelling<E, Kept>,
  handler: (call: Call<E>) => Reply<E>,
): Route {
  return { ...serve(endpoint, handler), retelling: untyped(retelling) }
}

/** `serve` or `serveRetold` with slow work that must not hold a transaction open. */
export function servePrepared<E extends Endpoint, T, Kept>(
  endpoint: E,
  preparation: Preparation<E, T> & { readonly retelling?: Retelling<E, Kept> },
  handler: (call: Call<E>, prepared: Exclude<T, Failure>) => Reply<E>,
): Route {
  return {
    endpoint,
    retelling: preparation.retelling ? untyped(preparation.retelling) : null,
    handle: (call, prepared) => handler(call as Call<E>, prepared as Exclude<T, Failure>),
    preparation: {
      prepare: (call) => preparation.prepare(call as Call<E>),
      undo: async (call, prepared) => preparation.undo?.(call as Call<E>, prepared as Exclude<T, Failure>),
      after: async (call, prepared) => preparation.after?.(call as Call<E>, prepared as Exclude<T, Failure>),
    },
  }
}

function untyped<E extends Endpoint, Kept>(retelling: Retelling<E, Kept>): Route['retelling'] {
  return {
    keep: (reply) => retelling.keep(reply as ReplyOf<E>),
    tell: (call, kept) => retelling.tell(call as Call<E>, kept as Kept),
  }
}

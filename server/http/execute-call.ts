import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context, Db } from '#server/context.ts'
import { inTransaction, pipelined } from '#server/db/transaction.ts'
import { type AccountIdentity, type Caller, shareOf } from './authenticate.ts'
import { BytesReply } from './bytes-reply.ts'
import { Failure, fail, Refused } from './failure.ts'
import type { Received } from './multipart.ts'
import { DryRun, type Route } from './serve.ts'
import { holderOf, renewTicket, type SessionHolder } from './ticket.ts'

export interface Operation {
  readonly scope: string
  /** The session that addresses in a replayed reply are signed for; null for callers without a session. */
  readonly holder: SessionHolder | null
  readonly key: string
  readonly hash: Buffer
}

export type Outcome = Failure | BytesReply | StoredReply

const OperationKey = z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/))

/** Identifies a call that a repetition must not run again; null for calls without a key. */
export async function operationOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  body: unknown,
  received: Received | null,
): Promise<Operation | Failure | null> {
  const key = request.headers['idempotency-key']
  if (key === undefined || !writes(endpoint) || !isReplayable(endpoint, body)) return null
  if (!z.safeParse(OperationKey, key).success) return fail('request.malformed')
  const hashes = received?.files.map((file) => file.bytes.sha256) ?? []
  const hash = hashCall(request.method, request.url, body, hashes)
  return {
    scope: scopeOf(caller),
    holder: caller.account && holderOf(caller.account),
    key: String(key).toLowerCase(),
    hash: endpoint.secret ? await slowHash(hash, String(key)) : hash,
  }
}

/** A key has its own replies, since the account's may be about surveys outside its limits. */
function scopeOf({ account }: Caller): string {
  return (account?.key ? account.sessionId : account?.id) ?? 'public'
}

function isReplayable({ replayable = () => true }: Endpoint, body: unknown): boolean {
  return replayable !== false && replayable(body)
}

/**
 * Runs one call: its preparation first, then, if it writes, the handler and the stored reply in one
 * transaction.
 * A rejection or an error rolls back and undoes the preparation. If the connection is lost during the commit,
 * its result is unknown: the preparation stays, since undoing it could delete files that committed rows refer
 * to.
 */
export async function executeCall(
  route: Route,
  call: Readonly<Record<string, unknown>>,
  context: Context,
  operation: Operation | null,
): Promise<Outcome> {
  // Only a preparation is worth this early lookup: the transaction finds a replay by itself.
  if (operation && route.preparation) {
    const known = await findReply(context.db, operation.scope, operation.key, operation.hash)
    if (known) return replayReply(known, { route, call, context, operation })
  }
  const prepared = await route.preparation?.prepare({ ...call, db: context.db })
  if (prepared instanceof Failure) return prepared
  let committing = false
  let number = 0
  try {
    if (!writes(route.endpoint))
      return answer(route, await route.handle({ ...call, db: context.db }, prepared))
    const carryOut = async (tx: Db) => {
      committing = false
      const known = operation ? await claimKey(tx, operation.scope, operation.key, operation.hash) : null
      if (typeof known === 'number') number = known
      else if (known) throw new Handled(known)
      const outcome = answer(route, await route.handle({ ...call, db: tx }, prepared))
      if (outcome instanceof Failure) throw new Refused(outcome)
      if (operation && !(outcome instanceof BytesReply))
        await storeReply(tx, operation, outcome, {
          surveyId: surveyInReply(route.endpoint, call, outcome.reply),
          extract: route.replay?.extract ?? null,
        })
      committing = true
      return outcome
    }
    const done = await context.writeConcurrency.run(accountOf(call), () =>
      inTransaction(context.db, carryOut),
    )
    context.history.wrote(number)
    await route.preparation?.after(call, prepared)
    return done
  } catch (error) {
    if (!committing) await route.preparation?.undo(call, prepared)
    if (error instanceof Refused) return error.failure
    if (error instanceof Handled)
      return operation ? replayReply(error.outcome, { route, call, context, operation }) : error.outcome
    throw error
  }
}

function accountOf({ account }: Readonly<Record<string, unknown>>): string | null {
  const identity = account as AccountIdentity | null | undefined
  return identity ? shareOf(identity) : null
}

interface ReplayedCall {
  readonly route: Route
  readonly call: Readonly<Record<string, unknown>>
  readonly context: Context
  readonly operation: Operation
}

/** Returns the stored reply. If it was too large to store, reads the current state instead. */
async function replayReply(
  known: StoredReply | Failure,
  { route, call, context, operation }: ReplayedCall,
): Promise<Outcome> {
  if (known instanceof Failure || !known.shortened) return renewed(known, operation, context)
  const { replay } = route
  if (!replay) throw new Error(`${route.endpoint.name} stored a shortened reply but cannot reread it`)
  // In a transaction, as for the first run: the number of simultaneous transactions is limited.
  const reply = await inTransaction(context.db, (tx) => replay.reread({ ...call, db: tx }, known.reply))
  return reply instanceof Failure ? reply : { status: known.status, reply, again: true }
}

/** Renews the signed addresses of a replayed reply, which may have expired. */
function renewed(outcome: Outcome, { holder }: Operation, { ticketKey, clock }: Context): Outcome {
  if (outcome instanceof Failure || outcome instanceof BytesReply || holder === null) return outcome
  const text = JSON.stringify(outcome.reply).replaceAll(
    /(?<="\/api\/files\/\w+\/)[\w-]{95}(?=["?])/g,
    (ticket) => renewTicket(ticketKey, holder, ticket, clock()),
  )
  return { ...outcome, reply: JSON.parse(text) }
}

/** Ends a transaction that turned out to be a replay. */
class Handled extends Error {
  readonly outcome: StoredReply | Failure
  constructor(outcome: StoredReply | Failure) {
    super('replay')
    this.outcome = outcome
  }
}

export function writes(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET'
}

function answer(route: Route, result: unknown): Outcome {
  if (result instanceof Failure || result instanceof BytesReply) return result
  if (result instanceof DryRun) return { status: 200, reply: result.reply }
  return { status: route.endpoint.status ?? 200, reply: result }
}

/** A well-behaved device sends one write after the other, so it never has more waiting. */
const waitingAtMost = 100
const retryAfterSeconds = 5

/**
 * Limits the simultaneous writes of one account, including those waiting for a survey's lock. Otherwise
 * repeated calls on a locked survey would take all database connections.
 */
export class WriteConcurrency {
  readonly #atOnce: number
  readonly #turns = new Map<string, { readonly turn: LimitFunction; calls: number }>()

  constructor(connections: number) {
    this.#atOnce = Math.max(1, Math.floor(connections / 2))
  }

  /** Throws the failure to send if too many writes of the account wait. Calls without an account never wait. */
  async run<Result>(account: string | null, work: () => Promise<Result>): Promise<Result> {
    if (account === null) return work()
    const own = this.#turns.get(account) ?? { turn: pLimit(this.#atOnce), calls: 0 }
    if (own.calls >= this.#atOnce + waitingAtMost)
      throw new Refused(fail('service.unavailable', { retryAfter: retryAfterSeconds }))
    this.#turns.set(account, own)
    own.calls += 1
    try {
      return await own.turn(work)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#turns.delete(account)
    }
  }
}

/** Characters of JSON. Longer replies are not stored if they can be read again. */
const storedMax = 4_096

export interface StoredReply {
  readonly status: number
  readonly reply: unknown
  /** `reply` holds only the key by which the reply can be read again. */
  readonly shortened?: boolean
  /** The call was carried out before. */
  readonly again?: true
}

/** Hashes a call: method, URL, body, and the SHA-256 of its files. Equal calls have equal hashes. */
export function hashCall(method: string, url: string, body: unknown, fileHashes: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, fileHashes]))
    .digest()
}

/**
 * Slow hash for calls that contain a password, so that a leaked database gives no faster guess than the
 * account's own hash.
 */
async function slowHash(hash: Buffer, key: string): Promise<Buffer> {
  return promisify<Buffer, string, number, Buffer>(scrypt)(hash, key.toLowerCase(), 32)
}

/**
 * Claims the key within the call's transaction; a second call with the same key waits for the first to end.
 * Returns the number of the write if the call is new, or the stored reply.
 */
async function claimKey(
  tx: Db,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<number | StoredReply | Failure | null> {
  const claimed = await tx
    .insertInto('replay')
    .values({ scope, key, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  if (claimed) return claimed.number ?? 0
  return findReply(tx, scope, key, hash)
}

/** Returns the stored reply of a key, or null if there is none. */
async function findReply(
  db: Db,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<StoredReply | Failure | null> {
  const row = await db
    .selectFrom('replay')
    .select(['body_hash', 'status', 'reply', 'shortened'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.body_hash.equals(hash)) return fail('request.keyReused')
  if (row.status === null) return null
  return { status: row.status, reply: row.reply, shortened: row.shortened, again: true }
}

/**
 * The last statement of a call's transaction, pipelined with the commit. `surveyId`: the survey that the reply
 * contains.
 */
async function storeReply(
  tx: Db,
  { scope, key }: { readonly scope: string; readonly key: string },
  { status, reply }: StoredReply,
  {
    surveyId,
    extract,
  }: { readonly surveyId: string | null; readonly extract: ((reply: unknown) => unknown) | null },
): Promise<void> {
  const whole = JSON.stringify(reply)
  const shortened = extract !== null && whole.length > storedMax
  await sql`${pipelined} update replay set status = ${status}, shortened = ${shortened},
    reply = ${shortened ? JSON.stringify(extract(reply)) : whole}, survey_id = ${surveyId}
    where scope = ${scope} and key = ${key}`.execute(tx)
}

/** Returns the survey whose content the reply of a call contains, or null for other calls. */
export function surveyInReply(
  { whole }: Endpoint,
  { params, query, body }: Readonly<Record<string, unknown>>,
  reply: unknown,
): string | null {
  if (!whole) return null
  const named = [idIn(query, 'user_survey_id'), idIn(body, 'user_survey_id'), idIn(params, 'id')]
  const told = typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : null
  return named.find((id) => id !== null) ?? idIn(told, 'id')
}

function idIn(given: unknown, name: string): string | null {
  if (typeof given !== 'object' || given === null) return null
  const id = Object.entries(given).find(([key]) => key === name)?.[1]
  return typeof id === 'string' ? id : null
}

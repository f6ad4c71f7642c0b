import type { Endpoint } from '#contract/endpoint.ts'
import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AccountIdentity } from './authenticate.ts'
import { BytesReply } from './bytes-reply.ts'
import { Failure, Refused } from './failure.ts'
import { claimKey, findReply, type StoredReply, storeReply, surveyInReply } from './idempotency.ts'
import { DryRun, type Route } from './serve.ts'
import { renewTicket, type SessionHolder } from './ticket.ts'

export interface Operation {
  readonly scope: string
  /** The session that addresses in a replayed reply are signed for; null for callers without a session. */
  readonly holder: SessionHolder | null
  readonly key: string
  readonly hash: Buffer
}

export type Outcome = Failure | BytesReply | StoredReply

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
  return (account as AccountIdentity | null | undefined)?.id ?? null
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

import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { type Caller, type Identify, shareOf } from './authenticate.ts'
import { writes } from './execute-call.ts'
import { type Failure, Refused } from './failure.ts'
import type { Reader, Reservation } from './memory-budget.ts'
import type { Route } from './serve.ts'
import { sourceOf } from './source.ts'

interface Reading {
  readonly route: Route
  readonly context: Context
  readonly identify: Identify
}

const listenersAtMost = 20

/**
 * Reserves memory for the survey that a call returns whole. Returns null if it returns none, or 'gone' if its
 * client disconnected.
 */
export async function reserveMemory(
  { route, context, identify }: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<Reservation | Failure | 'gone' | null> {
  const reader = readerOf(caller, request.ip)
  if (!route.endpoint.whole || !reader) return null
  const ended = new AbortController()
  // Together with the write log these listeners exceed Node's leak warning threshold.
  reply.raw.setMaxListeners(listenersAtMost)
  const left = new Promise<void>((resolve) => finished(reply.raw, () => resolve()))
  void left.then(() => ended.abort(new Error('The client disconnected')))
  try {
    const survey = caller.guest?.surveyId ?? surveyNamed(request)
    const bytes = survey === null ? 0 : await identify.bytesOf(survey)
    const half = writes(route.endpoint) ? { ...reader, writes: true as const } : reader
    const reservation = await context.memoryBudget.enter(half, bytes, ended.signal)
    void left.then(reservation.leave)
    return reservation
  } catch (failure) {
    if (failure instanceof Refused) return failure.failure
    if (ended.signal.aborted) return 'gone'
    throw failure
  }
}

function readerOf({ guest, account }: Caller, address: string): Reader | null {
  if (guest) return guestReader(guest.holderId, address)
  return account && accountReader(shareOf(account))
}

/** The reader for a link, by the id that its signed addresses carry. */
export function guestReader(holderId: string, address: string): Reader {
  return { guest: true, lines: [`link/${holderId}`, `address/${sourceOf(address)}`] }
}

export function accountReader(accountId: string): Reader {
  return { guest: false, lines: [`account/${accountId}`] }
}

/** Returns the survey that a call names, or null, for example for a call that creates one. */
function surveyNamed({ params, query, body }: FastifyRequest): string | null {
  const { id } = params as { id?: string }
  const { user_survey_id: asked } = query as { user_survey_id?: string }
  const { user_survey_id: sent } = (body ?? {}) as { user_survey_id?: string }
  return id ?? asked ?? sent ?? null
}

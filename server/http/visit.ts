import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Caller, Identify } from './access.ts'
import { writes } from './execute-call.ts'
import { type Failure, Refused } from './failure.ts'
import type { Reader, Visit } from './reading-room.ts'
import type { Route } from './serve.ts'
import { sourceOf } from './source.ts'

interface Reading {
  readonly route: Route
  readonly context: Context
  readonly identify: Identify
}

/** Room for the survey that a call reads whole; null where it reads none, 'gone' where its reader did not wait. */
export async function visitFor(
  { route, context, identify }: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<Visit | Failure | 'gone' | null> {
  const reader = readerOf(caller, request.ip)
  if (!route.endpoint.whole || writes(route.endpoint) || !reader) return null
  const ended = new AbortController()
  const left = new Promise<void>((resolve) => finished(reply.raw, () => resolve()))
  void left.then(() => ended.abort(new Error('The reader went away')))
  try {
    const bytes = await identify.bytesOf(caller.guest?.surveyId ?? surveyNamed(request))
    const visit = await context.readingRoom.enter(reader, bytes, ended.signal)
    void left.then(visit.leave)
    return visit
  } catch (failure) {
    if (failure instanceof Refused) return failure.failure
    if (ended.signal.aborted) return 'gone'
    throw failure
  }
}

function readerOf({ guest, account }: Caller, address: string): Reader | null {
  if (guest) return guestReader(guest.holderId, address)
  return account && accountReader(account.id)
}

/** Of a link, by the id that its signed addresses carry. */
export function guestReader(holderId: string, address: string): Reader {
  return { guest: true, lines: [`link/${holderId}`, `address/${sourceOf(address)}`] }
}

export function accountReader(accountId: string): Reader {
  return { guest: false, lines: [`account/${accountId}`] }
}

function surveyNamed({ params, query }: FastifyRequest): string {
  const { id } = params as { id?: string }
  const { user_survey_id } = query as { user_survey_id?: string }
  return id ?? user_survey_id ?? ''
}

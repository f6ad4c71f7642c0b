import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from './authenticate.ts'

/** The result of a call, once it is known. */
interface WriteResult {
  outcome: string | null
  /** Set if the caller disconnected before the outcome was known. */
  left: (() => void) | null
}

const results = new WeakMap<FastifyReply, WriteResult>()

/** Records the outcome for the write log: `done`, `again`, or the code of a failure. */
export function recordOutcome(reply: FastifyReply, outcome: string): void {
  const course = results.get(reply)
  if (!course) return
  course.outcome = outcome
  course.left?.()
  course.left = null
}

interface Written {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: () => Caller
}

/**
 * Logs the outcome of a write when its reply has been sent. If the caller disconnects first, the call still
 * runs, and the outcome is logged when it is known.
 */
export function logWrite(
  { name }: Endpoint,
  { writeLog, log }: Pick<Context, 'writeLog' | 'log'>,
  { request, reply, caller }: Written,
): void {
  const course: WriteResult = { outcome: null, left: null }
  const began = performance.now()
  results.set(reply, course)
  function note(sent: boolean): void {
    const line = {
      key: idOr(null, request.headers['idempotency-key']),
      endpoint: name,
      survey: surveyOf(request),
      account: caller().account?.id ?? null,
      outcome: course.outcome ?? 'unknown',
      status: reply.statusCode,
      sent,
      milliseconds: Math.round(performance.now() - began),
    }
    writeLog.note(line)
    log.info(line, 'Write')
  }
  finished(reply.raw, (unsent) => {
    if (course.outcome !== null) note(!unsent)
    else course.left = () => note(false)
  })
}

/** Returns the survey that the call names in its body, query or path, or null. */
function surveyOf({ body, query, params, routeOptions }: FastifyRequest): string | null {
  const named = [body, query].map((part) => (part as { user_survey_id?: unknown } | null)?.user_survey_id)
  const made = (body as { id?: unknown } | null)?.id
  const ofAddress = (params as { id?: unknown }).id
  const address = routeOptions.url ?? ''
  const isSurvey = /\/users_survey\/:id(\/|$)/.test(address)
  const begins = /\/users_survey$/.test(address)
  return [...named, isSurvey ? ofAddress : null, begins ? made : null].reduce<string | null>(idOr, null)
}

/** Accepts only UUIDs: callers may write anything into these fields. */
function idOr(known: string | null, value: unknown): string | null {
  const isId = typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
  return known ?? (isId ? value.toLowerCase() : null)
}

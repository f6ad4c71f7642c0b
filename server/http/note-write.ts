import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from './access.ts'

/** How a call turned out, once that is known. */
interface Course {
  outcome: string | null
  /** Whoever called was gone before. */
  left: (() => void) | null
}

const courses = new WeakMap<FastifyReply, Course>()

/** `done`, `again`, or the code of a refusal: what the log of writes says of the call. */
export function noteOutcome(reply: FastifyReply, outcome: string): void {
  const course = courses.get(reply)
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
 * Writes down what became of a call that begins now, when its answer has left; or, where its caller went away, once that
 * is known: the call is carried out nevertheless.
 */
export function noteWrite(
  { name }: Endpoint,
  { writeLog, log }: Pick<Context, 'writeLog' | 'log'>,
  { request, reply, caller }: Written,
): void {
  const course: Course = { outcome: null, left: null }
  const began = performance.now()
  courses.set(reply, course)
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

/** Where the call names one: in what is sent, or in the address. */
function surveyOf({ body, query, params, routeOptions }: FastifyRequest): string | null {
  const named = [body, query].map((part) => (part as { user_survey_id?: unknown } | null)?.user_survey_id)
  const made = (body as { id?: unknown } | null)?.id
  const ofAddress = (params as { id?: unknown }).id
  const address = routeOptions.url ?? ''
  const isSurvey = /\/users_survey\/:id(\/|$)/.test(address)
  const begins = /\/users_survey$/.test(address)
  return [...named, isSurvey ? ofAddress : null, begins ? made : null].reduce<string | null>(idOr, null)
}

/** Nothing else that a caller may have written in its place. */
function idOr(known: string | null, value: unknown): string | null {
  const isId = typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
  return known ?? (isId ? value.toLowerCase() : null)
}

import { errorCodes, type FastifyInstance, type FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { largeBodies } from './event-loop-scheduler.ts'
import { type Failure, Refused } from './failure.ts'
import { JsonBounds } from './json-bounds.ts'
import { readBody } from './read-body.ts'
import { refusalOf } from './refusal.ts'
import { sourceOf } from './source.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the endpoint accepts browser reports. */
    reports?: boolean
  }
}

/** Bytes added to the weight of each value: many small values take longer to parse than one long text. */
const valueWeight = 16

/**
 * Parses JSON within the limits of its route and of `JsonBounds`. It runs on this thread: within those limits
 * parsing takes milliseconds, while a structured clone from a worker costs up to ten times as much.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // No route accepts plain text, but Fastify would read it whole.
  app.removeContentTypeParser('text/plain')
  const report = 'application/csp-report'
  app.addContentTypeParser(['application/json', report], (request, _payload, done) => {
    const type = request.headers['content-type'] ?? ''
    // Any site can make browsers send reports, so no other call may accept them.
    if (type.startsWith(report) && !request.routeOptions.config.reports)
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
    const bounds = new JsonBounds()
    const weigh = (piece: Buffer) => {
      const before = bounds.values
      return bounds.admits(piece) ? piece.length + valueWeight * (bounds.values - before) : null
    }
    readBody(request, weigh).then((body) => {
      // Clients send a JSON content type in every call, also in calls without a body.
      if (body.length === 0) done(null, undefined)
      else if (body.length <= limits.pacedBodyBytes) parse(request, body.toString(), done)
      // Validation runs within `done`, so it counts as work too.
      else void largeBodies.run(sourceOf(request.ip), () => parse(request, body.toString(), done))
    }, done)
  })
}

/** A body with more values than this reports only its first issue. */
const reportsAllUpTo = 5_000

/** Stops Zod at the first issue. An internal option that `safeParse` does not document. */
const early: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

export function parseToFirstIssue<S extends z.core.$ZodType>(schema: S, given: unknown) {
  return z.safeParse(schema, given, early)
}

/** Whether the value contains more than `most` values, counting lists, objects and their contents. */
function hasMoreThan(most: number, given: unknown): boolean {
  const waiting: unknown[] = [given]
  for (let count = 1; waiting.length > 0; count += 1) {
    const one = waiting.pop()
    const inner = typeof one === 'object' && one !== null ? Object.values(one) : []
    if (count + waiting.length + inner.length > most) return true
    for (const value of inner) waiting.push(value)
  }
  return false
}

/**
 * Parses a value, reporting all issues of a small body and the first issue of a large one. Zod copies each
 * issue on its way up, so that a million wrong values would block the event loop for a minute.
 */
export function parseBounded<S extends Schema>(
  schema: S,
  given: unknown,
): { readonly data: z.output<S> } | { readonly failure: Failure } {
  const first = parseToFirstIssue(schema, given)
  if (first.success) return { data: first.data }
  const all = hasMoreThan(reportsAllUpTo, given) ? first : z.safeParse(schema, given)
  return { failure: refusalOf((all.error ?? first.error).issues) }
}

/** Validator for Fastify bodies, queries and parameters. */
export const boundedValidator: FastifySchemaCompiler<Schema> =
  ({ schema }) =>
  (given: unknown) => {
    const parsed = parseBounded(schema, given)
    return 'data' in parsed ? { value: parsed.data } : { error: new Refused(parsed.failure) }
  }

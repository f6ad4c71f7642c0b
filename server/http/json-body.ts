import { errorCodes, type FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { largeBodies } from './event-loop-scheduler.ts'
import { JsonBounds } from './json-bounds.ts'
import { readBody } from './read-body.ts'
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

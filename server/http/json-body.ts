import { errorCodes, type FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { JsonBounds } from './json-bounds.ts'
import { largeBodies } from './loop-share.ts'
import { readBody } from './read-body.ts'
import { sourceOf } from './source.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes reports of browsers. */
    reports?: boolean
  }
}

/** Bytes that a value counts as besides its own: many small ones take longer than a long text. */
const valueWeight = 16

/**
 * JSON within the limits of its route and of `JsonBounds`. It is parsed on this thread: what is left to parse takes
 * milliseconds, while a structured clone from a worker costs up to ten times as much as the parsing that it saves.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // Would be read whole, for no route that takes it.
  app.removeContentTypeParser('text/plain')
  const report = 'application/csp-report'
  app.addContentTypeParser(['application/json', report], (request, _payload, done) => {
    const type = request.headers['content-type'] ?? ''
    // Any site can make browsers send reports here: no other call reads them.
    if (type.startsWith(report) && !request.routeOptions.config.reports)
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
    const bounds = new JsonBounds()
    const weigh = (piece: Buffer) => {
      const before = bounds.values
      return bounds.admits(piece) ? piece.length + valueWeight * (bounds.values - before) : null
    }
    readBody(request, weigh).then((body) => {
      // Clients name JSON in every call, also in those that send nothing: no body is not a broken one.
      if (body.length === 0) done(null, undefined)
      else if (body.length <= limits.pacedBodyBytes) parse(request, body.toString(), done)
      // Its validation runs within `done`, and counts.
      else void largeBodies.run(sourceOf(request.ip), () => parse(request, body.toString(), done))
    }, done)
  })
}

import { errorCodes, type FastifyInstance } from 'fastify'
import { readBody } from './read-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the endpoint accepts forms. */
    form?: boolean
  }
}

/**
 * Parses the forms that webhooks send. Only endpoints that opt in accept them, so that pages of other sites
 * can't post forms elsewhere.
 */
export function acceptForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, (request, _payload, done) => {
    if (!request.routeOptions.config.form) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
    readBody(request, (piece) => piece.length).then(
      (body) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
      done,
    )
  })
}

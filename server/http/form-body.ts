import { errorCodes, type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes forms too. */
    form?: boolean
  }
}

/** Forms as webhooks send them, only where the endpoint says so: no page of another site can post one elsewhere. */
export function acceptForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 64 * 1024 }, (request, body, done) => {
    if (request.routeOptions.config.form) done(null, Object.fromEntries(new URLSearchParams(String(body))))
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}

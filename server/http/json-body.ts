import type { FastifyInstance } from 'fastify'

/** Clients name JSON in every call, also in those that send nothing: no body is not a broken one. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

import type { FastifyInstance } from 'fastify'
import { hasTooManyValues } from './bounded-parse.ts'
import { fail, Refused } from './failure.ts'

/** Letters: what is shorter cannot hold so many. */
const looksFrom = 500_000

function tooMany(): Refused {
  return new Refused(fail('request.tooLarge'))
}

/** Clients name JSON in every call, also in those that send nothing: no body is not a broken one. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, String(body), (error, value) => {
      if (!error && body.length > looksFrom && hasTooManyValues(value)) done(tooMany())
      else done(error, value)
    })
  })
}

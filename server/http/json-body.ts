import type { FastifyInstance } from 'fastify'
import { hasTooManyValues, valuesAtMost } from './bounded-parse.ts'
import { fail, Refused } from './failure.ts'

function tooMany(): Refused {
  return new Refused(fail('request.tooLarge'))
}

/** Clients name JSON in every call, also in those that send nothing: no body is not a broken one. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, String(body), (error, value) => {
      // Of fewer letters there cannot be so many values.
      if (!error && body.length > valuesAtMost && hasTooManyValues(value)) done(tooMany())
      else done(error, value)
    })
  })
}

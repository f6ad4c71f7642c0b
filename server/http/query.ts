import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

const maxKeys = limits.queryParametersMax

export function parseQuery(text: string) {
  return parse(text, '&', '=', { maxKeys })
}

/** The parser stops at so many parameters: an address with more is rejected, or the others would be lost in silence. */
export function rejectLongQueries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.split('&', maxKeys + 1).length > maxKeys) sendFailure(reply, fail('request.malformed'))
    else done()
  })
}

import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { fail } from './failure.ts'
import { sendFailure } from './router.ts'

const maxKeys = limits.queryParametersMax

export function parseQuery(text: string) {
  return parse(text, '&', '=', { maxKeys })
}

/** Rejects URLs with more parameters than the parser reads, instead of silently dropping the rest. */
export function rejectLongQueries(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.split('&', maxKeys + 1).length > maxKeys) sendFailure(reply, fail('request.malformed'))
    else done()
  })
}

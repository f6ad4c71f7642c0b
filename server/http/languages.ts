import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Language, languageOfHeader, languagesOfHeader } from '#contract/messages/language.ts'
import { forReaderOf } from '#server/language.ts'

export function languageOfCall(request: FastifyRequest): Language {
  return languageOfHeader(request.headers['accept-language'])
}

/**
 * Everything that a call says, it says in the language that it asks for. Reading the body leaves the place where
 * that is known, so it is entered once more afterwards.
 */
export function speakAsAsked(app: FastifyInstance): void {
  const speak = (request: FastifyRequest, done: () => void) =>
    forReaderOf(languagesOfHeader(request.headers['accept-language']), languageOfCall(request), done)
  app.addHook('onRequest', (request, _reply, done) => speak(request, done))
  app.addHook('preValidation', (request, _reply, done) => speak(request, done))
}

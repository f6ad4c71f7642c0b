import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Language, languageOfHeader } from '#contract/messages/language.ts'
import { inLanguage } from '#server/language.ts'

export function languageOfCall(request: FastifyRequest): Language {
  return languageOfHeader(request.headers['accept-language'])
}

/**
 * Everything that a call says, it says in the language that it asks for. Reading the body leaves the place where
 * that is known, so it is entered once more afterwards.
 */
export function speakAsAsked(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => inLanguage(languageOfCall(request), done))
  app.addHook('preValidation', (request, _reply, done) => inLanguage(languageOfCall(request), done))
}

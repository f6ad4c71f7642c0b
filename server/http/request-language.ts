import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import {
  type Language,
  languageOfHeader,
  languagesOfHeader,
  readsInHeader,
} from '#contract/messages/language.ts'
import { forReaderOf } from '#server/language.ts'

export function languageOfCall(request: FastifyRequest): Language {
  return languageOfHeader(request.headers['accept-language'])
}

function readingOfCall({ headers }: FastifyRequest): Parameters<typeof forReaderOf>[0] {
  const asked = languagesOfHeader(headers['accept-language'])
  const chosen = headers[readsInHeader]
  const isChosen = typeof chosen === 'string' && chosen !== '' && chosen.length <= limits.formKeyMax
  return { chosen: isChosen ? chosen : null, asked }
}

/**
 * Runs each call in the language it asks for. Reading the body loses the async context, so the context is
 * entered again before validation.
 */
export function applyRequestLanguage(app: FastifyInstance): void {
  const speak = (request: FastifyRequest, done: () => void) =>
    forReaderOf(readingOfCall(request), languageOfCall(request), done)
  app.addHook('onRequest', (request, _reply, done) => speak(request, done))
  app.addHook('preValidation', (request, _reply, done) => speak(request, done))
}

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
 * Everything that a call says, it says in the language that it asks for. Reading the body leaves the place where
 * that is known, so it is entered once more afterwards.
 */
export function speakAsAsked(app: FastifyInstance): void {
  const speak = (request: FastifyRequest, done: () => void) =>
    forReaderOf(readingOfCall(request), languageOfCall(request), done)
  app.addHook('onRequest', (request, _reply, done) => speak(request, done))
  app.addHook('preValidation', (request, _reply, done) => speak(request, done))
}

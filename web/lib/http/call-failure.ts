import { t } from '../language/translate.ts'
import type { Failure } from './call.ts'
import { errorsOf } from './receipt.ts'

/** Returns the failure for an unreached server, or for a reply that is not the server's. */
export function unreachedFailure(words: 'common.network' | 'common.unexpected' = 'common.network'): Failure {
  const message = t(words)
  return { ok: false, status: 0, errors: [{ message }], message }
}

/**
 * Returns a rejection with the server's message. `body` is the parsed JSON, `retryAfter` that header. A body
 * without our errors came from a proxy: it gets a proxy message and no `errors`.
 */
export function failureOf(status: number, body: unknown, retryAfter: string | null | undefined): Failure {
  const errors = errorsOf(body)
  const wait = Number(retryAfter)
  const message = (errors[0] && Object.values(errors[0])[0]) ?? wordsOfProxy(status)
  return { ok: false, status, errors, message, ...(wait > 0 ? { retryAfter: wait } : {}) }
}

/**
 * Whether a stored problem means that a proxy rejected the size, including the wording of older versions. The
 * upload succeeds once the proxy's limit is raised.
 */
export function isTooLargeForProxy(problem: string | null): boolean {
  return problem === t('common.proxyTooLarge') || problem === t('common.network')
}

function wordsOfProxy(status: number): string {
  if (status === 413 || status === 414) return t('common.proxyTooLarge')
  if ([502, 503, 504].includes(status)) return t('common.proxyUnanswered', { status: String(status) })
  // The server's own error handler failed; proxies use other codes for upstream faults.
  if (status === 500) return t('common.unexpected')
  return t('common.proxyRefused', { status: String(status) })
}

import { t } from '../language/translate.ts'
import type { Failure } from './call.ts'
import { errorsOf } from './receipt.ts'

/** The server was not reached, or something else answered in its place. */
export function unreached(words: 'common.network' | 'common.unexpected' = 'common.network'): Failure {
  const message = t(words)
  return { ok: false, status: 0, errors: [{ message }], message }
}

/**
 * A refusal in the server's words. `body` is what was read of it as JSON, `retryAfter` the header of that name. What
 * has none of the server's words was answered by something in front of it, and is told as that; it has no `errors`.
 */
export function failureOf(status: number, body: unknown, retryAfter: string | null | undefined): Failure {
  const errors = errorsOf(body)
  const wait = Number(retryAfter)
  const message = (errors[0] && Object.values(errors[0])[0]) ?? wordsOfProxy(status)
  return { ok: false, status, errors, message, ...(wait > 0 ? { retryAfter: wait } : {}) }
}

/**
 * Whether this is what was said of something that was too large for what stands in front of the server, by an app of
 * before too: it is not refused by the server, and goes once that has been mended.
 */
export function isTooLargeInFront(problem: string | null): boolean {
  return problem === t('common.proxyTooLarge') || problem === t('common.network')
}

function wordsOfProxy(status: number): string {
  if (status === 413 || status === 414) return t('common.proxyTooLarge')
  if ([502, 503, 504].includes(status)) return t('common.proxyUnanswered', { status: String(status) })
  // A server whose own error handler failed; proxies have other codes for what is wrong behind them.
  if (status === 500) return t('common.unexpected')
  return t('common.proxyRefused', { status: String(status) })
}

import { missingIsDone } from '../operations/remote/registry.ts'
import { longestWait } from './queue.ts'

export type Outcome =
  | { readonly kind: 'retry'; readonly after: number | null }
  | { readonly kind: 'log-in' }
  | { readonly kind: 'done' }
  | { readonly kind: 'park' }

/** Decides what a failed attempt means. Only a clear rejection parks an entry. */
export function evaluateFailure(
  endpoint: string,
  failure: { readonly status: number; readonly retryAfter?: number; readonly errors: readonly object[] },
): Outcome {
  const { status, retryAfter } = failure
  if (status === 401 || (status === 403 && failure.errors.some((error) => 'token' in error))) {
    return { kind: 'log-in' }
  }
  // The survey has another owner now, whom this change would affect, so it is dropped.
  if (status === 403 && failure.errors.some((error) => 'handed_over' in error)) return { kind: 'done' }
  if (isRefusal(failure)) {
    return { kind: status === 404 && missingIsDone(endpoint) ? 'done' : 'park' }
  }
  return { kind: 'retry', after: retryAfter === undefined ? null : Math.min(longestWait, retryAfter * 1_000) }
}

/**
 * Whether the server itself rejected the call. A Wi-Fi login page or proxy also replies 403 or 404. 412 means
 * a rollback: the survey is compared first. A payload too large for a proxy is parked, so that it doesn't
 * block the rest.
 */
function isRefusal({
  status,
  errors,
}: {
  readonly status: number
  readonly errors: readonly object[]
}): boolean {
  if (status < 400 || status >= 500 || [408, 412, 425, 429].includes(status)) return false
  return errors.length > 0 || [413, 414].includes(status)
}

import { missingIsDone } from '../operations/remote/registry.ts'
import { longestWait } from './queue.ts'

export type Outcome =
  | { readonly kind: 'again'; readonly after: number | null }
  | { readonly kind: 'log-in' }
  | { readonly kind: 'done' }
  | { readonly kind: 'park' }

/** What a failed attempt means. Only a clear refusal parks an entry; nothing ever drops one that matters. */
export function judge(
  endpoint: string,
  failure: { readonly status: number; readonly retryAfter?: number; readonly errors: readonly object[] },
): Outcome {
  const { status, retryAfter } = failure
  if (status === 401 || (status === 403 && failure.errors.some((error) => 'token' in error))) {
    return { kind: 'log-in' }
  }
  // The survey is somebody else's now, and this would change what they have: there is nothing left to send.
  if (status === 403 && failure.errors.some((error) => 'handed_over' in error)) return { kind: 'done' }
  if (isRefusal(failure)) {
    return { kind: status === 404 && missingIsDone(endpoint) ? 'done' : 'park' }
  }
  return { kind: 'again', after: retryAfter === undefined ? null : Math.min(longestWait, retryAfter * 1_000) }
}

/**
 * The server itself refused it, in its words. A Wi-Fi login page or a proxy says 403 and 404 too, and knows nothing of
 * what was asked; what is too large for a proxy waits until that is mended and must not hold up the rest. 412: its data
 * were put back, and the survey is compared first.
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

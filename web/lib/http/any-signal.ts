/**
 * Aborts with the first of these signals, for the same reason. `AbortSignal.any` fails in WebKit (2.50): it
 * collects a signal that only a `fetch` holds, so no timeout ends an unanswered call.
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    const end = () => first.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { signal: first.signal })
  }
  return first.signal
}

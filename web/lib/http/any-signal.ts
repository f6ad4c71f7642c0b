/**
 * Aborts with the first of these, for the same reason. `AbortSignal.any` does not do in WebKit (tried: 2.50): a signal
 * of it that only a `fetch` waits with is collected, and then no timeout ends a call that is never answered.
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

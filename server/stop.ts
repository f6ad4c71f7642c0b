/** Milliseconds for open database writes after the cut. */
const settleWithin = 5_000

export interface Stopping {
  /** Accepts no more calls and waits for those in flight. */
  drain(): Promise<unknown>
  /** Cuts calls that are still running. */
  cut(): void
  /** Closes the resources that the calls used. */
  close(): Promise<void>
}

/**
 * Returns the handler of a stop signal. Calls in flight get `within` milliseconds and are then cut; a second
 * signal cuts at once. `exit` is always called, even if a client or the database stalls.
 */
export function onStop(parts: Stopping, within: number, exit: () => void): () => void {
  const cut = new AbortController()
  let stopping = false
  return () => {
    if (stopping) {
      cut.abort()
      return
    }
    stopping = true
    const timer = setTimeout(() => cut.abort(), within)
    void stop(parts, cut.signal).finally(() => {
      clearTimeout(timer)
      exit()
    })
  }
}

async function stop({ drain, cut, close }: Stopping, signal: AbortSignal): Promise<void> {
  await Promise.race([drain().catch(() => undefined), aborted(signal)])
  cut()
  const closing = close().catch(() => undefined)
  if (!signal.aborted) await Promise.race([closing, aborted(signal)])
  // PostgreSQL continues without this process; its guard has asked it to stop.
  await Promise.race([closing, after(settleWithin)])
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

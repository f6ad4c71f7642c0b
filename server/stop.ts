/** Once cut, so long for what is being written to the database to come to its end. */
const settleWithin = 5_000

export interface Stopping {
  /** Takes no further calls and lets those in flight end. */
  drain(): Promise<unknown>
  /** Ends what did not end by itself. */
  cut(): void
  /** Closes what the calls stood on. */
  close(): Promise<void>
}

/**
 * What a signal to stop does: calls in flight get `within` milliseconds, then they are cut; a second signal cuts at once.
 * Whatever stalls (a client, a database that was paused), the end comes: `exit` is called in any case.
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
  // What PostgreSQL has begun goes on without this process: its guard has asked it to end.
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

/**
 * True while the page is in the back/forward cache or its tab is frozen. An open transaction would freeze
 * with it and block all other pages (WebKit: for good; Chromium: for a minute each). So all transactions are
 * aborted, none starts while the page is away, and `onDevice` repeats the aborted work later.
 */
let away = false
let back = Promise.withResolvers<void>()
let times = 0
/** Transactions that have not ended. */
const live = new Set<IDBTransaction>()
/** Open requests whose result this page has not received. */
const openings = new Set<IDBOpenDBRequest>()

interface PageListener {
  readonly away?: () => void
  /** Runs before everything that waits for the page. */
  readonly back?: () => void
}

const listeners = new Set<PageListener>()

/** Registers a listener. `away` must release locks synchronously, because no code runs after it. */
export function watchPage(listener: PageListener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How often this page was suspended. */
export function suspendCount(): number {
  return times
}

export function isSuspended(): boolean {
  return away
}

/** Resolves once the page is active. */
export async function untilActive(): Promise<void> {
  while (away) await back.promise
}

/** Throws while the page is suspended. Call before starting a transaction. */
export function throwIfSuspended(): void {
  if (away) throw new DOMException('The page is suspended', 'AbortError')
}

export function liveTransactions(): Set<IDBTransaction> {
  return live
}

export function pendingOpenRequests(): Set<IDBOpenDBRequest> {
  return openings
}

export function suspend(): void {
  if (away) return
  times += 1
  away = true
  for (const transaction of live) end(transaction)
  for (const opening of openings) giveUp(opening)
  for (const listener of listeners) listener.away?.()
}

function end(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is already ending.
  }
}

/**
 * Cancels an open request. A store that is created or upgraded stays locked until the page handles the
 * success event. If the page freezes first, WebKit blocks every later open for good, even after a reload.
 * Closing the connection prevents that.
 */
function giveUp(opening: IDBOpenDBRequest): void {
  if (opening.readyState === 'pending') return
  // The upgrade may have started before its event reached this page.
  if (opening.transaction) end(opening.transaction)
  // Undefined if the request failed.
  const made: IDBDatabase | undefined = opening.result
  made?.close()
}

export function resume(): void {
  if (!away) return
  away = false
  back.resolve()
  back = Promise.withResolvers()
  for (const listener of listeners) listener.back?.()
}

if (typeof window !== 'undefined' && 'onpagehide' in window) {
  // A page that is destroyed ends its transactions itself, and may still complete them.
  addEventListener('pagehide', ({ persisted }) => persisted && suspend())
  addEventListener('pageshow', resume)
  // Browsers may freeze a background tab without unloading it.
  document.addEventListener('freeze', suspend)
  document.addEventListener('resume', resume)
  // Some engines don't report the return. A page that has focus or is visible is active; otherwise the store
  // would stay closed.
  addEventListener('focus', resume)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
}

/**
 * The page is on its way into the browser's back/forward cache or lies in it, or the browser freezes its tab: a
 * transaction that is open then is frozen with the page, and every other page waits behind it (WebKit: for good,
 * Chromium: for a minute each). So none is left open, none is begun before the page is back, and what was cut off is
 * done once more then (`onDevice`).
 */
let away = false
let back = Promise.withResolvers<void>()
let times = 0
/** What has not ended. */
const live = new Set<IDBTransaction>()
/** Asked of the browser, and this page has not been told how it ended. */
const openings = new Set<IDBOpenDBRequest>()

interface PageListener {
  readonly away?: () => void
  /** In front of everything that waits for the page. */
  readonly back?: () => void
}

const listeners = new Set<PageListener>()

/**
 * What a page holds that others wait for (a lock) it lets go as it is put away, within the same step: nothing else of
 * it runs any more.
 */
export function watchPage(listener: PageListener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How often this page has been put away. */
export function suspendCount(): number {
  return times
}

export function isSuspended(): boolean {
  return away
}

/** At once, or as soon as the page is back. */
export async function whileActive(): Promise<void> {
  while (away) await back.promise
}

/** To be asked before a transaction begins. */
export function refuseWhileSuspended(): void {
  if (away) throw new DOMException('The page has been left', 'AbortError')
}

export function liveTransactions(): Set<IDBTransaction> {
  return live
}

export function unendedOpenings(): Set<IDBOpenDBRequest> {
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
    // It is ending by itself.
  }
}

/**
 * A store that is made or upgraded is nobody else's until the page has handled the success of its opening. One that is
 * frozen before never does, although all is written and nothing can be aborted any more: in WebKit every later opening
 * waited for good, also after a reload. Closing its connection ends that.
 */
function giveUp(opening: IDBOpenDBRequest): void {
  if (opening.readyState === 'pending') return
  // It may have begun, and this page not been told yet.
  if (opening.transaction) end(opening.transaction)
  // None where it has failed.
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
  // A tab that nobody looks at may be frozen where it stands, without being left.
  document.addEventListener('freeze', suspend)
  document.addEventListener('resume', resume)
  // A page that a person sees or uses is back, whether or not its engine said so: else the store would stay closed to it.
  addEventListener('focus', resume)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
}

import { currentSession } from '../session/session.ts'
import { prefetchLaterFiles } from './later-files.ts'

/** Milliseconds after which deferred work starts even if the screen isn't shown. */
const atMost = 4_000
/** Milliseconds; run tasks one by one, so that typing is painted in between. */
const idleWithin = 1_000

type Work = () => void

const waiting: Work[] = []
let holds = 0
let isDrawn = false
let isShown = false
let isRunning = false
let isAwaited = false
let isPrefetchOver = false

/**
 * Marks the address's screen as drawn and removes the page's skeleton. It counts as shown once no placeholder
 * remains.
 */
export function markScreenDrawn(): void {
  isDrawn = true
  for (const name of ['skeleton', 'unstarted']) document.getElementById(name)?.remove()
  queueMicrotask(look)
}

export const isScreenDrawn = (): boolean => isDrawn

/** Marks a placeholder on the first screen, until the returned function is called. */
export function holdFirstScreen(): () => void {
  holds += 1
  return () => {
    holds -= 1
    // The next placeholder may appear in the same commit.
    queueMicrotask(look)
  }
}

/**
 * Runs work when idle after the first screen is painted; at once if that was long ago. Returns a function
 * that cancels or ends it.
 */
export function afterFirstScreen(work: () => unknown): () => void {
  let canceled = false
  let end: unknown
  const begin = () => {
    if (!canceled) end = work()
  }
  if (isShown && mayImport() && waiting.length === 0 && !isRunning) begin()
  else waiting.push(begin)
  if (!isAwaited) setTimeout(show, atMost)
  isAwaited = true
  if (isShown) show()
  return () => {
    canceled = true
    if (typeof end === 'function') end()
  }
}

function look(): void {
  if (!isDrawn || holds > 0 || isShown) return
  // A hidden page paints nothing; there the timeout above decides.
  requestAnimationFrame(() => setTimeout(show))
}

function show(): void {
  isShown = true
  if (mayImport()) run()
  else whenIdle(fetchLaterFiles)
}

/** About twenty requests, which take a slow phone a frame to start. */
function fetchLaterFiles(): void {
  void prefetchLaterFiles()
    // Imports start either way.
    .catch(() => undefined)
    .then(() => {
      isPrefetchOver = true
      run()
    })
}

/**
 * Background imports start after the prefetch, because a failed one is not retried by the page
 * (`later-files.ts`). The login and the guest screens neither import nor fetch these files.
 */
function mayImport(): boolean {
  return isPrefetchOver || currentSession() === null
}

function run(): void {
  if (isRunning || waiting.length === 0 || !mayImport()) return
  isRunning = true
  whenIdle(() => {
    isRunning = false
    try {
      waiting.shift()?.()
    } finally {
      // A task that throws must not block the tasks behind it.
      run()
    }
  })
}

function whenIdle(next: Work): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: idleWithin })
  else setTimeout(next, 1)
}

import { currentSession } from '../session/session.ts'
import { prefetchLaterFiles } from './later-files.ts'

/** Work that the first screen does not need stands in its way no longer than this, whatever keeps the screen. */
const atMost = 4_000
/** One after the other, so that what is typed meanwhile is painted between two. */
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
 * The screen of the address is drawn and takes the place of the page's own skeleton. It counts as shown once nothing
 * stands in for what it is to show.
 */
export function screenDrawn(): void {
  isDrawn = true
  for (const name of ['skeleton', 'unstarted']) document.getElementById(name)?.remove()
  queueMicrotask(look)
}

export const isScreenDrawn = (): boolean => isDrawn

/** Something stands in for the first screen until the returned function is called. */
export function holdFirstScreen(): () => void {
  holds += 1
  return () => {
    holds -= 1
    // The next thing that stands in may come in the same commit.
    queueMicrotask(look)
  }
}

/**
 * Begins the work once the first screen has been painted, each when the browser is idle; at once where it was painted
 * long ago. Gives what keeps it from beginning, or ends it.
 */
export function afterFirstScreen(work: () => unknown): () => void {
  let isLeft = false
  let end: unknown
  const begin = () => {
    if (!isLeft) end = work()
  }
  if (isShown && mayImport() && waiting.length === 0 && !isRunning) begin()
  else waiting.push(begin)
  if (!isAwaited) setTimeout(show, atMost)
  isAwaited = true
  if (isShown) show()
  return () => {
    isLeft = true
    if (typeof end === 'function') end()
  }
}

function look(): void {
  if (!isDrawn || holds > 0 || isShown) return
  // A page out of sight paints nothing; there the time above decides.
  requestAnimationFrame(() => setTimeout(show))
}

function show(): void {
  isShown = true
  if (mayImport()) run()
  else whenIdle(fetchLaterFiles)
}

/** Some twenty requests: a slow phone begins them for as long as a frame takes. */
function fetchLaterFiles(): void {
  void prefetchLaterFiles()
    // Imports start whatever became of it.
    .catch(() => undefined)
    .then(() => {
      isPrefetchOver = true
      run()
    })
}

/**
 * Background imports start after the prefetch, because a failed one is not retried by the page (`later-files.ts`). The
 * login and the guest screens import none of these files and do not fetch them.
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
      // One that throws must not keep sync behind it from starting.
      run()
    }
  })
}

function whenIdle(next: Work): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: idleWithin })
  else setTimeout(next, 1)
}

/**
 * Tells a slow store from one that hangs. Time counts only in whole seconds in which the main thread was free: while it
 * is busy, frozen or throttled, a reply may have arrived that no code has read yet.
 */
const second = 1_000
const patience = 15
/** A timer that fires later than this found the main thread busy. */
const slack = 300

let progress = 0

/** Call when a transaction on unsent work got a reply or ended. */
export function noteProgress(): void {
  progress += 1
}

/** Calls `over` after 15 free seconds in which the store replied to no transaction on unsent work. Returns a stop. */
export function whenStalled(over: () => void): () => void {
  return countFree(over, () => progress)
}

/** Calls `over` after 15 free seconds. Returns a stop. */
export function whenOverdue(over: () => void): () => void {
  return countFree(over, () => 0)
}

/** Runs `look` in a second. `isFree`: the main thread was free when the timer was due. */
export function afterOneSecond(look: (isFree: boolean) => void): ReturnType<typeof setTimeout> {
  const due = performance.now() + second
  return setTimeout(() => look(performance.now() - due < slack), second)
}

function countFree(over: () => void, mark: () => number): () => void {
  let free = 0
  let seen = mark()
  let timer = afterOneSecond(look)
  function look(isFree: boolean): void {
    if (mark() !== seen) free = 0
    else if (isFree) free += 1
    seen = mark()
    if (free >= patience) over()
    else timer = afterOneSecond(look)
  }
  return () => clearTimeout(timer)
}

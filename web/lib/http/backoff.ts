const firstPause = 1_000
const longestPause = 20_000

/**
 * Returns the next pause in milliseconds: doubled per attempt, with 50–100% jitter so that devices don't
 * retry in sync.
 */
export function pauseAfter(attempts: number, random: number): number {
  const full = Math.min(longestPause, firstPause * 2 ** Math.max(0, attempts - 1))
  return full * (0.5 + random / 2)
}

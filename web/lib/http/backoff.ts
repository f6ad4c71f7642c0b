const firstPause = 1_000
const longestPause = 20_000

/** Waits that double, each between half and all of its length so that many devices do not come at once. */
export function pauseAfter(attempts: number, random: number): number {
  const full = Math.min(longestPause, firstPause * 2 ** Math.max(0, attempts - 1))
  return full * (0.5 + random / 2)
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/**
 * Waits before the second, third … attempt: long enough for a mail server's restart, its maintenance, or a
 * night offline.
 */
export const usualWaits: readonly number[] = [30 * second, 2 * minute, 10 * minute, hour, 3 * hour]

const spread = 0.2

/** No attempt waits longer than this. */
export function longestWait(waits: readonly number[] = usualWaits): number {
  return Math.max(0, ...waits) * (1 + spread)
}

/**
 * When a message is tried again after this many attempts; null: that was the last. Varies by a fifth, so that
 * messages that failed together are not all retried together.
 */
export function nextAttempt(
  attempts: number,
  now: Date,
  { waits = usualWaits, chance = Math.random }: { waits?: readonly number[]; chance?: () => number } = {},
): Date | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 - spread + 2 * spread * chance()))
}

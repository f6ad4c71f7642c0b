/** Tolerated clock difference, in milliseconds. */
const tolerance = 60_000

/** Timestamps after this moment come from a clock that was ahead. */
export function aheadOf(now: Date): Date {
  return new Date(now.getTime() + tolerance)
}

/**
 * An expiry after this moment, for something with a lifetime of `life` milliseconds, comes from a clock that
 * was ahead.
 */
export function latestEnd(now: Date, life: number): Date {
  return new Date(now.getTime() + life + tolerance)
}

/** So far ahead a moment may be: of clocks that differ a little, not of one that jumped. */
const tolerance = 60_000

/** What began after this moment began by a clock that was ahead. */
export function aheadOf(now: Date): Date {
  return new Date(now.getTime() + tolerance)
}

/** What lives `life` milliseconds and ends after this moment was given it by a clock that was ahead. */
export function latestEnd(now: Date, life: number): Date {
  return new Date(now.getTime() + life + tolerance)
}

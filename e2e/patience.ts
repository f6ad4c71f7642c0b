/**
 * Milliseconds that a journey waits for a user-visible result. Only a hanging app exceeds it, even on a
 * machine three times slower than usual.
 */
export const patience = 60_000

/** Milliseconds for background work, such as the 300 files stored behind a screen. */
export const devicePatience = 120_000

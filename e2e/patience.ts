/**
 * How long a journey waits for what a person would wait for. Only a hanging app is slower, also on a machine that is
 * three times as slow as usual, or beside a burner.
 */
export const patience = 60_000

/** For what nobody waits for before a screen: the 300 files that come onto a device behind it. */
export const devicePatience = 120_000

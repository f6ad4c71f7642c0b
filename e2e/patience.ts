import { isSoak } from './sizes.ts'

/** How long a journey waits for what a person would wait for; only a hanging app is slower, or one beside a burner. */
export const patience = isSoak ? 60_000 : 30_000

/** For what nobody waits for before a screen: the 300 files that come onto a device behind it. */
export const devicePatience = 120_000

import type { KnownPlan } from './data.ts'

/** Whether this plan came before: 'same' is a replay, 'other' is the same id with another picture. */
export function earlierPlan(
  known: KnownPlan | null,
  hash: string | undefined,
): 'same' | 'other' | 'deleted' | null {
  if (!known) return null
  if (known.deleted) return 'deleted'
  return known.hash === hash ? 'same' : 'other'
}

/** A clock that runs ahead must not make a pin that nothing can move anymore. */
export function pinTime(given: string, now: Date): string {
  return new Date(Math.min(Date.parse(given), now.getTime())).toISOString()
}

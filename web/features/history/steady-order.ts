import { limits } from '#contract/limits.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/**
 * Returns the rows of `wanted` without moving any row in `held`, the ids in the order in which they are on the screen.
 * Held rows show their newest values, also if another page or filter has them by now; `find` returns those. Deleted
 * ones are left out. A new row is added only below the held ones: above, it would push them away.
 */
export function inHeldOrder(
  held: readonly string[],
  wanted: readonly DeviceSurvey[],
  find: (id: string) => DeviceSurvey | undefined,
): readonly DeviceSurvey[] {
  const now = new Map(wanted.map((survey) => [survey.id, survey]))
  const ids = new Set(held)
  const kept = held.flatMap((id) => now.get(id) ?? find(id) ?? [])
  const last = wanted.findLastIndex(({ id }) => ids.has(id))
  const below = wanted.slice(last + 1)
  return [...kept, ...below.slice(0, Math.max(0, limits.listPageSize - kept.length))]
}

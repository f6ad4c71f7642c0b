import { limits } from '#contract/limits.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/**
 * Returns the rows of `wanted` without moving the rows on the screen, whose ids are in `held`. Held rows get their
 * newest values; `find` returns those that left this page or filter. Deleted rows are omitted. New rows come last,
 * so that they don't push held rows down.
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

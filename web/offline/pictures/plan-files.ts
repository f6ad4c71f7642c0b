import type { PlanItem } from '#contract/media/plan-item.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { PlanRow } from '../store/rows.ts'

/** What is known of a plan beside the survey: where its picture is, and what the server said to it. */
export interface PlanFile {
  /** null = the server does not have it yet. */
  readonly item: PlanItem | null
  readonly thumbnail: PlanRow['thumbnail']
  readonly width: number | null
  readonly height: number | null
  /** Why the server refused it, in its words. */
  readonly problem: string | null
}

/** By the ids of the plans. */
export function planFilesOf(
  items: readonly PlanItem[],
  waiting: readonly PlanRow[],
  outbox: readonly OutboxRow[],
): ReadonlyMap<string, PlanFile> {
  const problems = new Map(outbox.map(({ id, state, problem }) => [id, state === 'parked' ? problem : null]))
  const files = new Map<string, PlanFile>()
  for (const { id, width, height, thumbnail } of waiting) {
    files.set(id, { item: null, width, height, thumbnail, problem: problems.get(id) ?? null })
  }
  for (const item of items) {
    const { id, width, height } = item
    files.set(id, { item, width, height, thumbnail: null, problem: null })
  }
  return files
}

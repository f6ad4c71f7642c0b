import type { PlanItem } from '#contract/media/plan-item.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { PlanRow } from '../store/rows.ts'

/** Picture and upload state of a plan. */
export interface PlanFile {
  /** null until the server has it. */
  readonly item: PlanItem | null
  readonly thumbnail: PlanRow['thumbnail']
  readonly width: number | null
  readonly height: number | null
  /** Message of the server's rejection. */
  readonly problem: string | null
}

/** Returns the plans' files by plan id. */
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

import type { JobName } from '#contract/admin/admin-system.ts'
import type { Db } from './context.ts'

export interface JobResult {
  readonly at: Date
  readonly failed: boolean
}

const seen = new WeakMap<Db, Map<JobName, JobResult>>()

/** Records the last result of a job for administrators, in memory only. */
export function recordJobResult(db: Db, name: JobName, ended: JobResult): void {
  const known = seen.get(db) ?? new Map()
  seen.set(db, known.set(name, ended))
}

export function jobResults(db: Db): ReadonlyMap<JobName, JobResult> {
  return seen.get(db) ?? new Map()
}

import type { JobName } from '#contract/admin/admin-system.ts'
import type { Db } from './context.ts'

export interface JobResult {
  readonly at: Date
  readonly failed: boolean
}

const seen = new WeakMap<Db, Map<JobName, JobResult>>()

/** How a job ended last, for administrators; forgotten when the process ends. */
export function recordJobResult(db: Db, name: JobName, ended: JobResult): void {
  const known = seen.get(db) ?? new Map()
  seen.set(db, known.set(name, ended))
}

export function jobResults(db: Db): ReadonlyMap<JobName, JobResult> {
  return seen.get(db) ?? new Map()
}

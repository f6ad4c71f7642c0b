import type { JobName } from '#contract/admin/admin-system.ts'
import type { Db } from './context.ts'

export interface JobSeen {
  readonly at: Date
  readonly failed: boolean
}

const seen = new WeakMap<Db, Map<JobName, JobSeen>>()

/** How a job ended last, for administrators; forgotten when the process ends. */
export function noteJob(db: Db, name: JobName, ended: JobSeen): void {
  const known = seen.get(db) ?? new Map()
  seen.set(db, known.set(name, ended))
}

export function jobsSeen(db: Db): ReadonlyMap<JobName, JobSeen> {
  return seen.get(db) ?? new Map()
}

import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'

type PlanEntry = EntryOf<'plans.add' | 'plans.rename' | 'plans.delete' | 'plans.setPin'>

export function isAboutPlan(row: OutboxRow): row is PlanEntry {
  return row.endpoint.startsWith('plans.')
}

/** Returns the plan that an entry concerns, or null. A plan's first entry has its id. */
export function planOf(row: OutboxRow): string | null {
  if (!isAboutPlan(row)) return null
  return row.endpoint === 'plans.add' ? (row.input.body.id ?? row.id) : row.input.params.id
}

import type { EntryOf } from '../store/outbox-rows.ts'
import { operationDefaults, type Subject } from './operation.ts'

type PlanChange = EntryOf<'plans.rename' | 'plans.delete' | 'plans.setPin'>

/** Shared by renaming, deleting and pinning a floor plan. */
export const planChangeDefaults = {
  ...operationDefaults,
  lane: 'media',
  subject: ({ input }: PlanChange) => input.params.id,
  isAboutPlan: true,
  overtakes: ({ input }: PlanChange, held: Subject) => held.subject !== input.params.id,
} as const

import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

/** A floor plan. Its entry has the plan's id. */
export const planAddition: Operation<'plans.add'> = {
  ...operationDefaults,
  lane: 'media',
  subject: planIn,
  isAboutPlan: true,
  blocks: ({ id }, later) => later.subject === id,
  replay: {
    phase: 'plans',
    edits: (entry) => [
      { kind: 'add-plan', planId: planIn(entry), name: entry.input.body.name, at: entry.madeAt },
    ],
  },
  losses: ({ input }) => [{ kind: 'plan', name: input.body.name }],
}

function planIn({ id, input }: EntryOf<'plans.add'>): string {
  return input.body.id ?? id
}

export function isPlanAddition(row: OutboxRow): row is EntryOf<'plans.add'> {
  return row.endpoint === 'plans.add'
}

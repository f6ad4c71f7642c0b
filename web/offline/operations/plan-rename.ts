import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import type { Operation } from './operation.ts'
import { planChangeDefaults } from './plan-change.ts'

export const planRename: Operation<'plans.rename'> = {
  ...planChangeDefaults,
  replay: {
    phase: 'plans',
    edits: ({ input, madeAt: at }) => [
      { kind: 'rename-plan', planId: input.params.id, name: input.body.name, at },
    ],
  },
  losses: ({ input }) => [{ kind: 'plan-name', name: input.body.name }],
}

export function isPlanRename(row: OutboxRow): row is EntryOf<'plans.rename'> {
  return row.endpoint === 'plans.rename'
}

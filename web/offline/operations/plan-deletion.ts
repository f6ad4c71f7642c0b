import type { Operation } from './operation.ts'
import { planChangeDefaults } from './plan-change.ts'

export const planDeletion: Operation<'plans.delete'> = {
  ...planChangeDefaults,
  deletes: ({ input }) => input.params.id,
  replay: {
    phase: 'plans',
    edits: ({ input, madeAt: at }) => [{ kind: 'remove-plan', planId: input.params.id, at }],
  },
  losses: () => [{ kind: 'removed-plan' }],
}

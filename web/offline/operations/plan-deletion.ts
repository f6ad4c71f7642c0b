import { never, type Operation } from './operation.ts'

export const planDeletion: Operation<'plans.delete'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  replay: 'plans',
  edits: ({ input, madeAt: at }) => [{ kind: 'remove-plan', planId: input.params.id, at }],
  losses: () => [{ kind: 'removed-plan' }],
}

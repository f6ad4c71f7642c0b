import { never, type Operation } from './operation.ts'

export const planRename: Operation<'plans.rename'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  replay: 'plans',
  edits: ({ input, madeAt: at }) => [
    { kind: 'rename-plan', planId: input.params.id, name: input.body.name, at },
  ],
  losses: ({ input }) => [{ kind: 'plan-name', name: input.body.name }],
}

import { never, type Operation } from './operation.ts'
import { planOf } from './plan-entry.ts'

/** A floor plan. Its entry has the plan's id. */
export const planAddition: Operation<'plans.add'> = {
  lane: 'media',
  carriesPictures: true,
  subject: planOf,
  blocks: ({ id }, later) => later.subject === id,
  overtakes: never,
  collects: null,
  replay: 'plans',
  edits: ({ id, input, madeAt: at }) => [
    { kind: 'add-plan', planId: input.body.id ?? id, name: input.body.name, at },
  ],
  losses: ({ input }) => [{ kind: 'plan', name: input.body.name }],
}

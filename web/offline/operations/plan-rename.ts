import { renamePlan } from '#contract/plans.ts'
import { call } from '#web/lib/call.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, nothing, type Operation } from './operation.ts'
import { putPlan } from './plan-copy.ts'

export const planRename: Operation<'plans.rename'> = {
  endpoint: renamePlan,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  send: (entry, signal) => call(renamePlan, entry.input, callOptions(entry, signal)),
  // A plan that is gone has taken its name with it.
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry, reply) {
    if (reply) await putPlan(entry, reply)
    return {}
  },
  replay: 'plans',
  edits: ({ input, madeAt: at }) => [
    { kind: 'rename-plan', planId: input.params.id, name: input.body.name, at },
  ],
  losses: ({ input }) => [{ kind: 'plan-name', name: input.body.name }],
}

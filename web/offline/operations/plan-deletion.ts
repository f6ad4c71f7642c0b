import { deletePlan } from '#contract/plans.ts'
import { call } from '#web/lib/call.ts'
import { db } from '../store/database.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, nothing, type Operation } from './operation.ts'
import { changePlans } from './plan-copy.ts'

export const planDeletion: Operation<'plans.delete'> = {
  endpoint: deletePlan,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  send: (entry, signal) => call(deletePlan, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry) {
    const { id } = entry.input.params
    await changePlans(entry, (plans) => plans.filter((plan) => plan.id !== id))
    await db.plans.delete([entry.account, id])
    await db.planPictures.delete([entry.account, id])
    return {}
  },
  replay: 'plans',
  edits: ({ input, madeAt: at }) => [{ kind: 'remove-plan', planId: input.params.id, at }],
  losses: () => [{ kind: 'removed-plan' }],
}

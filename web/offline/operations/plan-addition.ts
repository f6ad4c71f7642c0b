import { addPlan } from '#contract/plans.ts'
import { db } from '../store/database.ts'
import { parkWhole } from './entries.ts'
import { never, nothing, type Operation } from './operation.ts'
import { putPlan } from './plan-copy.ts'
import { planOf } from './plan-entry.ts'
import { sendPlan } from './send-plan.ts'
import { planOrThere } from './uploaded-elsewhere.ts'

/** A floor plan. Its entry has the plan's own id. */
export const planAddition: Operation<'plans.add'> = {
  endpoint: addPlan,
  lane: 'media',
  carriesPictures: true,
  subject: planOf,
  blocks: ({ id }, later) => later.subject === id,
  overtakes: never,
  collects: null,
  send: async (entry, signal) => planOrThere(entry, await sendPlan(entry, signal), signal),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry, reply) {
    if (!reply) return {}
    await putPlan(entry, reply)
    // Its picture stays: it is looked at without network too.
    await db.plans.delete([entry.account, reply.data.attributes.id])
    return {}
  },
  replay: 'plans',
  edits: ({ id, input, madeAt: at }) => [
    { kind: 'add-plan', planId: input.body.id ?? id, name: input.body.name, at },
  ],
  losses: ({ input }) => [{ kind: 'plan', name: input.body.name }],
}

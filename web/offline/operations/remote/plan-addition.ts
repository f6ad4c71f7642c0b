import { addPlan } from '#contract/media/plans.ts'
import { db } from '../../store/database.ts'
import { acceptExistingPlan } from './existing-upload.ts'
import { putPlan } from './plan-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'
import { sendPlan } from './send-plan.ts'

export const planAdditionRemote: RemoteOperation<'plans.add'> = {
  ...remoteDefaults<'plans.add'>(addPlan),
  send: async (entry, signal) => acceptExistingPlan(entry, await sendPlan(entry, signal), signal),
  async acknowledge(entry, reply) {
    if (!reply) return {}
    await putPlan(entry, reply)
    // Its picture stays for offline viewing.
    await db.plans.delete([entry.account, reply.data.attributes.id])
    return {}
  },
}

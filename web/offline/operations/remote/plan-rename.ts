import { renamePlan } from '#contract/media/plans.ts'
import { putPlan } from './plan-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const planRenameRemote: RemoteOperation<'plans.rename'> = {
  ...remoteDefaults<'plans.rename'>(renamePlan),
  // Deleting a plan deletes its name.
  missingIsDone: true,
  async acknowledge(entry, reply) {
    if (reply) await putPlan(entry, reply)
    return {}
  },
}

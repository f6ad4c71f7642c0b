import { setPin } from '#contract/media/plans.ts'
import { putPlan } from './plan-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const pinPlacementRemote: RemoteOperation<'plans.setPin'> = {
  ...remoteDefaults<'plans.setPin'>(setPin),
  // Deleting a plan deletes its pins.
  missingIsDone: true,
  async acknowledge(entry, reply) {
    if (reply) await putPlan(entry, reply)
    return {}
  },
}

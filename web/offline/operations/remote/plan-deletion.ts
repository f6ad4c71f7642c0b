import { deletePlan } from '#contract/media/plans.ts'
import { db } from '../../store/database.ts'
import { changePlans } from './plan-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const planDeletionRemote: RemoteOperation<'plans.delete'> = {
  ...remoteDefaults<'plans.delete'>(deletePlan),
  missingIsDone: true,
  async acknowledge(entry) {
    const { id } = entry.input.params
    await changePlans(entry, (plans) => plans.filter((plan) => plan.id !== id))
    await db.plans.delete([entry.account, id])
    await db.planPictures.delete([entry.account, id])
    return {}
  },
}

import { deletePlan } from '#contract/media/plans.ts'
import { call } from '#web/lib/http/call.ts'
import { db } from '../../store/database.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import { changePlans } from './plan-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const planDeletionRemote: RemoteOperation<'plans.delete'> = {
  endpoint: deletePlan,
  prepare: nothing,
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
}

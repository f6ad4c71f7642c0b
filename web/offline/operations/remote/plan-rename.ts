import { renamePlan } from '#contract/media/plans.ts'
import { call } from '#web/lib/http/call.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import { putPlan } from './plan-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const planRenameRemote: RemoteOperation<'plans.rename'> = {
  endpoint: renamePlan,
  prepare: nothing,
  send: (entry, signal) => call(renamePlan, entry.input, callOptions(entry, signal)),
  // Deleting a plan deletes its name.
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
}

import { restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { call } from '#web/lib/http/call.ts'
import { putSection } from '../../incoming/server-copy.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const subSectionRestoreRemote: RemoteOperation<'surveys.restoreSimilar'> = {
  endpoint: restoreSimilar,
  prepare: nothing,
  send: (entry, signal) => call(restoreSimilar, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }, reply) {
    if (reply) await putSection(account, survey, reply.data.attributes)
    // The reply lacks pins on plans and earlier answers, so the survey is read again.
    return { keptElsewhere: true, isBehind: true }
  },
}

import { submitSurvey } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const headerChangeRemote: RemoteOperation<'surveys.submit'> = {
  endpoint: submitSurvey,
  prepare: nothing,
  send: (entry, signal) => call(submitSurvey, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account }, reply) {
    if (reply) await putSurvey(account, reply.data.attributes)
    return {}
  },
}

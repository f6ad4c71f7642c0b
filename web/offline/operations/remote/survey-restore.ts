import { restoreSurvey } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { noteNotDeleted } from '../../incoming/deleted-copy.ts'
import { listedFrom } from '../../incoming/listed.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const surveyRestoreRemote: RemoteOperation<'surveys.restore'> = {
  endpoint: restoreSurvey,
  prepare: nothing,
  send: (entry, signal) => call(restoreSurvey, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    await putSurvey(account, attributes)
    await db.listed.put({ account, id: survey, item: listedFrom(attributes) })
    await noteNotDeleted(account, survey)
    return {}
  },
}

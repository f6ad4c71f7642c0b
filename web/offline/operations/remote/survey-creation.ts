import { createSurvey } from '#contract/surveys/surveys.ts'
import { listedFrom } from '../../incoming/listed.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import type { RemoteOperation } from './remote-operation.ts'
import { sendCreation } from './send-creation.ts'

export const surveyCreationRemote: RemoteOperation<'surveys.create'> = {
  endpoint: createSurvey,
  prepare: nothing,
  send: sendCreation,
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
    return {}
  },
}

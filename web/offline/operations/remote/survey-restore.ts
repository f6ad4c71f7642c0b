import { restoreSurvey } from '#contract/surveys/surveys.ts'
import { removeFromDeleted } from '../../incoming/deleted-copy.ts'
import { listItemFrom } from '../../incoming/list-item.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const surveyRestoreRemote: RemoteOperation<'surveys.restore'> = {
  ...remoteDefaults<'surveys.restore'>(restoreSurvey),
  repliesWithPastState: true,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    await putSurvey(account, attributes)
    await db.listed.put({ account, id: survey, item: listItemFrom(attributes) })
    await removeFromDeleted(account, survey)
    return {}
  },
}

import { deleteForGood } from '#contract/surveys/surveys-deleted.ts'
import { removeFromDeleted } from '../../incoming/deleted-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const finalDeletionRemote: RemoteOperation<'surveys.deleteForGood'> = {
  ...remoteDefaults<'surveys.deleteForGood'>(deleteForGood),
  missingIsDone: true,
  endsSurvey: true,
  async acknowledge({ account, survey }) {
    await removeFromDeleted(account, survey)
    return {}
  },
}

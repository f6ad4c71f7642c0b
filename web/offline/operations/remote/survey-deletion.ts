import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { addToDeleted } from '../../incoming/deleted-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const surveyDeletionRemote: RemoteOperation<'surveys.delete'> = {
  ...remoteDefaults<'surveys.delete'>(deleteSurvey),
  missingIsDone: true,
  endsSurvey: true,
  async acknowledge({ account, survey }) {
    // The device's copy is removed once the survey is closed and has no unsent changes.
    await addToDeleted(account, survey)
    return {}
  },
}

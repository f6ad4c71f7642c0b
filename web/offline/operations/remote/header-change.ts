import { submitSurvey } from '#contract/surveys/surveys.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const headerChangeRemote: RemoteOperation<'surveys.submit'> = {
  ...remoteDefaults<'surveys.submit'>(submitSurvey),
  repliesWithPastState: true,
  async acknowledge({ account }, reply) {
    if (reply) await putSurvey(account, reply.data.attributes)
    return {}
  },
}

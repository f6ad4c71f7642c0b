import { restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { putSection } from '../../incoming/server-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const subSectionRestoreRemote: RemoteOperation<'surveys.restoreSimilar'> = {
  ...remoteDefaults<'surveys.restoreSimilar'>(restoreSimilar),
  repliesWithPastState: true,
  async acknowledge({ account, survey }, reply) {
    if (reply) await putSection(account, survey, reply.data.attributes)
    // The reply lacks pins on plans and earlier answers, so the survey is read again.
    return { keptElsewhere: true, isBehind: true }
  },
}

import { addSimilar } from '#contract/surveys/surveys.ts'
import { putAddedSubSection, putSection } from '../../incoming/server-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const subSectionAdditionRemote: RemoteOperation<'surveys.addSimilar'> = {
  ...remoteDefaults<'surveys.addSimilar'>(addSimilar),
  repliesWithPastState: true,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    if (attributes.sub_sections_digest !== undefined)
      return { isBehind: !(await putAddedSubSection(account, survey, attributes)) }
    await putSection(account, survey, attributes)
    return {}
  },
}

import { addSimilar } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { putAdded, putSection } from '../../incoming/server-copy.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const subSectionAdditionRemote: RemoteOperation<'surveys.addSimilar'> = {
  endpoint: addSimilar,
  prepare: nothing,
  send: (entry, signal) => call(addSimilar, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    if (attributes.sub_sections_digest !== undefined)
      return { isBehind: !(await putAdded(account, survey, attributes)) }
    await putSection(account, survey, attributes)
    return {}
  },
}

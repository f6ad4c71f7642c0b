import { removeSimilar } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { putSection } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import { isTakenBack, parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const subSectionRemovalRemote: RemoteOperation<'surveys.removeSimilar'> = {
  endpoint: removeSimilar,
  prepare: nothing,
  send: (entry, signal) => call(removeSimilar, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry, reply) {
    const { account, survey, subSection } = entry
    // A restoration follows, so the sub-section stays visible.
    const own = await db.outbox.where({ survey, subSection: subSection ?? '' }).toArray()
    if (isTakenBack(entry, own)) return {}
    // A repeated deletion has no reply.
    if (reply) await putSection(account, survey, reply.data.attributes)
    return { keptElsewhere: true }
  },
}

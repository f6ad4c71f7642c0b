import { removeSimilar } from '#contract/surveys/surveys.ts'
import { putSection } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import { hasLaterRestore } from '../entries.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const subSectionRemovalRemote: RemoteOperation<'surveys.removeSimilar'> = {
  ...remoteDefaults<'surveys.removeSimilar'>(removeSimilar),
  missingIsDone: true,
  repliesWithPastState: true,
  async acknowledge(entry, reply) {
    const { account, survey, subSection } = entry
    // A restoration follows, so the sub-section stays visible.
    const own = await db.outbox.where({ survey, subSection: subSection ?? '' }).toArray()
    if (hasLaterRestore(entry, own)) return {}
    // A repeated deletion has no reply.
    if (reply) await putSection(account, survey, reply.data.attributes)
    return { keptElsewhere: true }
  },
}

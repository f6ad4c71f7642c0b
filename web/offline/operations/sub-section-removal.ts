import { removeSimilar } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import { putSection } from '../incoming/server-copy.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, noSubject, nothing, type Operation } from './operation.ts'

export const subSectionRemoval: Operation<'surveys.removeSimilar'> = {
  endpoint: removeSimilar,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // It would take along what is to be added to it, or copied out of it.
  overtakes: (entry, { entry: held }) =>
    held.endpoint !== 'media.copy' && held.subSection !== entry.subSection,
  collects: null,
  send: (entry, signal) => call(removeSimilar, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }, reply) {
    // A deletion of what was gone already has no section to tell.
    if (reply) await putSection(account, survey, reply.data.attributes)
    return { keptElsewhere: true }
  },
  replay: 'removed sub-sections',
  edits: (entry) => [{ kind: 'remove-similar', subSectionId: entry.subSection ?? '', at: entry.madeAt }],
  losses: () => [{ kind: 'removed-part' }],
}

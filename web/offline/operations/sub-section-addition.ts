import { addSimilar } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import { putAdded, putSection } from '../incoming/server-copy.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { noSubject, nothing, type Operation } from './operation.ts'

/** A further sub-section of a repeated section. */
export const subSectionAddition: Operation<'surveys.addSimilar'> = {
  endpoint: addSimilar,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: (entry, { entry: later }) => later.subSection === entry.subSection,
  overtakes: () => true,
  collects: null,
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
  replay: 'added sub-sections',
  edits: (entry) => [
    {
      kind: 'add-similar',
      sectionId: entry.input.body.user_survey_section_id,
      subSectionId: entry.subSection ?? '',
      at: entry.madeAt,
    },
  ],
  losses: ({ subSection }) => [{ kind: 'added-part', subSection: subSection ?? '' }],
}

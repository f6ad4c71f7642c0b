import { createSurvey } from '#contract/surveys.ts'
import { putSurvey } from '../incoming/server-copy.ts'
import { listedFrom } from '../list/listed.ts'
import { db } from '../store/database.ts'
import { parkWhole } from './entries.ts'
import { never, none, noSubject, nothing, type Operation } from './operation.ts'
import { sendCreation } from './send-creation.ts'

/** A survey that was begun on this device. */
export const surveyCreation: Operation<'surveys.create'> = {
  endpoint: createSurvey,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: () => true,
  overtakes: never,
  collects: null,
  send: sendCreation,
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: true,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    await putSurvey(account, attributes)
    await db.listed.put({ account, id: survey, item: listedFrom(attributes) })
    return {}
  },
  // The device has had it whole since it was begun.
  replay: null,
  edits: none,
  losses: ({ input }) => [{ kind: 'survey', name: input.body?.survey_name ?? '' }],
}

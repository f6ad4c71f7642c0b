import { deleteSurvey } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import { noteDeleted } from '../list/keep-deleted.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, none, noSubject, nothing, type Operation } from './operation.ts'

/** Waits behind everything else of its survey, so that one that is brought back has all of it. */
export const surveyDeletion: Operation<'surveys.delete'> = {
  endpoint: deleteSurvey,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  send: (entry, signal) => call(deleteSurvey, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: true,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }) {
    // What is kept of it goes when nothing is open or waiting in it any more.
    await noteDeleted(account, survey)
    return {}
  },
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-survey' }],
}

import { deleteForGood } from '#contract/surveys-deleted.ts'
import { call } from '#web/lib/call.ts'
import { noteNotDeleted } from '../list/keep-deleted.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, none, noSubject, nothing, type Operation } from './operation.ts'

/** A deleted survey goes before its thirty days are over. */
export const finalDeletion: Operation<'surveys.deleteForGood'> = {
  endpoint: deleteForGood,
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: never,
  collects: null,
  send: (entry, signal) => call(deleteForGood, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: true,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }) {
    await noteNotDeleted(account, survey)
    return {}
  },
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-survey' }],
}

import { deleteForGood } from '#contract/surveys/surveys-deleted.ts'
import { call } from '#web/lib/http/call.ts'
import { noteNotDeleted } from '../../incoming/deleted-copy.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const finalDeletionRemote: RemoteOperation<'surveys.deleteForGood'> = {
  endpoint: deleteForGood,
  prepare: nothing,
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
}

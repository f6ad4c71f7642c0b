import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { noteDeleted } from '../../incoming/deleted-copy.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const surveyDeletionRemote: RemoteOperation<'surveys.delete'> = {
  endpoint: deleteSurvey,
  prepare: nothing,
  send: (entry, signal) => call(deleteSurvey, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: true,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge({ account, survey }) {
    // The device's copy is removed once the survey is closed and has no unsent changes.
    await noteDeleted(account, survey)
    return {}
  },
}

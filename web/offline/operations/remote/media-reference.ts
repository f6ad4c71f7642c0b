import { copyMedia } from '#contract/media/media.ts'
import { call } from '#web/lib/http/call.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import { putUploaded } from './media-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const mediaReferenceRemote: RemoteOperation<'media.copy'> = {
  endpoint: copyMedia,
  prepare: nothing,
  send: (entry, signal) => call(copyMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  acknowledge: async (entry, reply) => (reply ? { keptElsewhere: !(await putUploaded(entry, reply)) } : {}),
}

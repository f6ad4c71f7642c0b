import { undrawPhoto } from '#contract/media/media.ts'
import { call } from '#web/lib/http/call.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { callOptions } from './call-options.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const drawingRemovalRemote: RemoteOperation<'media.undraw'> = {
  endpoint: undrawPhoto,
  prepare: nothing,
  send: (entry, signal) => call(undrawPhoto, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: true,
  async acknowledge(entry, reply) {
    await acknowledgeDrawing(entry, entry.input.query.photo_id, reply)
    return {}
  },
}

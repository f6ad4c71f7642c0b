import { deleteMedia } from '#contract/media/media.ts'
import { call } from '#web/lib/http/call.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { mediumIn } from '../place.ts'
import { callOptions } from './call-options.ts'
import { changeItems } from './media-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const mediaDeletionRemote: RemoteOperation<'media.delete'> = {
  endpoint: deleteMedia,
  prepare: nothing,
  send: (entry, signal) => call(deleteMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: true,
  async acknowledge(entry) {
    const id = mediumIn(entry.input.query)
    await changeItems(entry, (items) => items.filter((item) => item.id !== id))
    return {}
  },
}

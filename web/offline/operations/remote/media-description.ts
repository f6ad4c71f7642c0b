import { describeMedia } from '#contract/media/media.ts'
import { call } from '#web/lib/http/call.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { mediumIn } from '../place.ts'
import { callOptions } from './call-options.ts'
import { changeItems } from './media-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'

export const mediaDescriptionRemote: RemoteOperation<'media.describe'> = {
  endpoint: describeMedia,
  prepare: nothing,
  send: (entry, signal) => call(describeMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry) {
    const { body } = entry.input
    const id = mediumIn(body)
    await changeItems(entry, (items) =>
      items.map((item) => (item.id === id ? { ...item, description: body.description } : item)),
    )
    return {}
  },
}

import { describeMedia } from '#contract/media/media.ts'
import { mediumIn } from '../place.ts'
import { changeItems } from './media-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const mediaDescriptionRemote: RemoteOperation<'media.describe'> = {
  ...remoteDefaults<'media.describe'>(describeMedia),
  async acknowledge(entry) {
    const { body } = entry.input
    const id = mediumIn(body)
    await changeItems(entry, (items) =>
      items.map((item) => (item.id === id ? { ...item, description: body.description } : item)),
    )
    return {}
  },
}

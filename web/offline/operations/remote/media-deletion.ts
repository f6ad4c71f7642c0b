import { deleteMedia } from '#contract/media/media.ts'
import { mediumIn } from '../place.ts'
import { changeItems } from './media-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const mediaDeletionRemote: RemoteOperation<'media.delete'> = {
  ...remoteDefaults<'media.delete'>(deleteMedia),
  missingIsDone: true,
  mayOrphanPictures: true,
  async acknowledge(entry) {
    const id = mediumIn(entry.input.query)
    await changeItems(entry, (items) => items.filter((item) => item.id !== id))
    return {}
  },
}

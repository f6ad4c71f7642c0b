import { undrawPhoto } from '#contract/media/media.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const drawingRemovalRemote: RemoteOperation<'media.undraw'> = {
  ...remoteDefaults<'media.undraw'>(undrawPhoto),
  missingIsDone: true,
  mayOrphanPictures: true,
  async acknowledge(entry, reply) {
    await acknowledgeDrawing(entry, entry.input.query.photo_id, reply)
    return {}
  },
}

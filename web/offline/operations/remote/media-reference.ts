import { copyMedia } from '#contract/media/media.ts'
import { putUploaded } from './media-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const mediaReferenceRemote: RemoteOperation<'media.copy'> = {
  ...remoteDefaults<'media.copy'>(copyMedia),
  acknowledge: async (entry, reply) => (reply ? { keptElsewhere: !(await putUploaded(entry, reply)) } : {}),
}

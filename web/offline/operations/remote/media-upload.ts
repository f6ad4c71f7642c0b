import { uploadMedia } from '#contract/media/media.ts'
import { storeUploadedPictures } from '../../pictures/store-pictures.ts'
import { prepareFiles } from '../../upload/prepare-files.ts'
import { uploadFiles } from '../../upload/upload.ts'
import { acceptExistingUpload } from './existing-upload.ts'
import { putUploaded } from './media-copy.ts'
import { rejectUpload } from './reject-upload.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const mediaUploadRemote: RemoteOperation<'media.upload'> = {
  ...remoteDefaults<'media.upload'>(uploadMedia),
  prepare: prepareFiles,
  send: async (entry, signal) => acceptExistingUpload(entry, await uploadFiles(entry, signal), signal),
  reject: rejectUpload,
  async keepPictures({ id }, reply) {
    if (reply) await storeUploadedPictures(id, reply)
  },
  acknowledge: async (entry, reply) => (reply ? { keptElsewhere: !(await putUploaded(entry, reply)) } : {}),
}

import { uploadMedia } from '#contract/media/media.ts'
import { keepUploaded } from '../../pictures/keep-pictures.ts'
import { prepareFiles } from '../../upload/prepare-files.ts'
import { uploadFiles } from '../../upload/upload.ts'
import { putUploaded } from './media-copy.ts'
import { rejectUpload } from './reject-upload.ts'
import type { RemoteOperation } from './remote-operation.ts'
import { uploadOrThere } from './uploaded-elsewhere.ts'

export const mediaUploadRemote: RemoteOperation<'media.upload'> = {
  endpoint: uploadMedia,
  prepare: prepareFiles,
  send: async (entry, signal) => uploadOrThere(entry, await uploadFiles(entry, signal), signal),
  missingIsDone: false,
  reject: rejectUpload,
  repliesWithPastState: false,
  endsSurvey: false,
  async keepPictures({ id }, reply) {
    if (reply) await keepUploaded(id, reply)
  },
  mayOrphanPictures: false,
  acknowledge: async (entry, reply) => (reply ? { keptElsewhere: !(await putUploaded(entry, reply)) } : {}),
}

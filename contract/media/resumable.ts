import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { Id, single } from '../wire.ts'
import { Description, Upload } from './media.ts'

/** Address of uploads in parts by the tus protocol 1.0.0; each upload is below it by id. */
export const resumableAddress = '/files/uploads'

/** The server's id of an upload in parts: the last part of its address. */
export const ResumableId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** Of the bytes on the device, in lower-case hex; the received bytes must match. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const File = z.object({
  /** The photo's or video's own id. */
  id: Id,
  kind: z.enum(['photo', 'video']),
  /** The upload that received its bytes. */
  upload: ResumableId,
  sha256: Sha256,
  /** Longer names keep their end, as in the multipart call: a photo is not rejected for its name. */
  name: z.string().check(z.overwrite((name) => plainText(name.slice(-limits.fileNameMax)))),
  description: z._default(Description, ''),
  /** The upload with the video's poster, a JPEG drawn by the browser. A missing one is ignored. */
  poster: z.optional(ResumableId),
})

/**
 * Like `media.upload`, with files uploaded in parts. Two more failures, with a line per affected file
 * (`files[2]`): 422 on `sha256` if the received bytes differ from the device's, 410 on `upload` if nothing
 * was received. Those files must be sent again. Uploads are released once stored.
 */
export const uploadResumed = endpoint({
  name: 'media.uploadResumed',
  method: 'POST',
  path: '/bx_block_survey/user_survey_media/resumed',
  summary: `Add photos and videos that arrived in parts at /api${resumableAddress} (tus 1.0.0) to an answer`,
  access: 'surveyor',
  body: z.object({
    id: Id,
    user_survey_sub_section_detail_id: Id,
    files: z.array(File).check(z.maxLength(limits.filesPerUpload, 'media.tooManyFiles')),
  }),
  reply: single(Upload),
  status: 201,
  fails: [
    'survey.partNotFound',
    'survey.readOnly',
    'survey.tooLarge',
    'media.wrongType',
    'media.photoTooLarge',
    'media.videoTooLarge',
    'media.tooManyPixels',
    'media.unreadable',
    'media.tooManyFiles',
    'media.tooManyUploads',
    'media.noFiles',
    'media.notAllowedHere',
    'media.tooManyForField',
    'media.wrongKindHere',
    'media.damaged',
    'media.uploadGone',
    'id.taken',
  ],
  offline: 'queue',
})

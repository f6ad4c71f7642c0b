import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { Id, single } from '../wire.ts'
import { Description, Upload } from './media.ts'

/** Where files go in parts, by the tus protocol 1.0.0; below it, the address of each by its id. */
export const resumableAddress = '/files/uploads'

/** As the server names what arrives in parts: its last part of the address. */
export const ResumableId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** Of the bytes as they are on the device, in lower-case hex: what arrived must be the same. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const File = z.object({
  /** The photo's or video's own id. */
  id: Id,
  kind: z.enum(['photo', 'video']),
  /** Where its bytes arrived. */
  upload: ResumableId,
  sha256: Sha256,
  /** Of a longer one the end counts, as in the multipart call: a photo is not refused for its name. */
  name: z.string().check(z.overwrite((name) => plainText(name.slice(-limits.fileNameMax)))),
  description: z._default(Description, ''),
  /** Where a still of the video arrived, a JPEG drawn by the browser. One that is gone is done without. */
  poster: z.optional(ResumableId),
})

/**
 * The same as `media.upload` with files that arrived in parts. Two more refusals, each with a line for every file
 * that it is about (`files[2]`): 422 on `sha256` where what arrived is not what the device has, 410 on `upload` where
 * nothing is there. Those files are sent anew. What arrived is let go once it is kept.
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

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { Done, exactly, Id, Instant, single } from '../wire.ts'
import { ShapesText, TurnText } from './drawing.ts'
import { MediaItem } from './media-item.ts'

export const Description = z
  .string()
  .check(z.overwrite(plainText), z.maxLength(limits.descriptionMax, 'media.descriptionTooLong'))

export const Upload = z.object({
  id: Id,
  user_survey_sub_section_detail_id: Id,
  photo_details: z.array(MediaItem),
  media_details: z.array(MediaItem),
})

/**
 * Each accepted call stores all files, or none. If some were rejected, `errors` has one sentence per reason
 * and then one line per file: `{ "files[2]": "…" }`, indexed like `ids`.
 */
export const uploadMedia = endpoint({
  name: 'media.upload',
  method: 'POST',
  path: '/bx_block_survey/user_survey_media',
  summary: 'Add photos and videos to an answer',
  access: 'surveyor',
  collects: true,
  upload: 'multipart',
  /**
   * Text parts: `user_survey_media[id]`, `user_survey_media[user_survey_sub_section_detail_id]`,
   * `user_survey_media[descriptions][]` (one per file, photos first), `user_survey_media[ids][]` likewise.
   * File parts: `user_survey_media[photos][]`, `user_survey_media[medias][]`, `user_survey_media[posters][]`
   * (a JPEG per video in the same order, drawn by the browser).
   */
  body: z.object({
    id: z.optional(Id),
    user_survey_sub_section_detail_id: Id,
    descriptions: z._default(z.array(Description), []),
    ids: z._default(z.array(Id), []),
  }),
  reply: single(Upload),
  status: 201,
  fails: [
    'survey.readOnly',
    'survey.tooLarge',
    'survey.partNotFound',
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
    'id.taken',
  ],
  offline: 'queue',
})

const Copied = z
  .array(
    z.object({
      /** The photo or video to copy. */
      id: Id,
      /** The copy's own id, if the device created it. */
      copy_id: z.optional(Id),
      /** Default: the original's. */
      description: z.optional(Description),
    }),
  )
  .check(z.maxLength(limits.copiedMax, 'common.tooLarge'))

/** By reference: the bytes are shared, and stay until the last medium that uses them is deleted. */
export const copyMedia = endpoint({
  name: 'media.copy',
  method: 'POST',
  path: '/bx_block_survey/users_survey/copy_uploaded_files',
  summary: 'Copy photos and videos of the same survey to another answer',
  access: 'surveyor',
  collects: true,
  body: z.object({
    /** The id of the copies' upload, if the device created it. */
    id: z.optional(Id),
    user_survey_sub_section_detail_id: Id,
    attached_photos: z._default(Copied, []),
    attached_videos: z._default(Copied, []),
  }),
  reply: single(Upload),
  status: 201,
  fails: [
    'survey.readOnly',
    'survey.tooLarge',
    'survey.partNotFound',
    'media.notFound',
    'media.noFiles',
    'media.notAllowedHere',
    'media.tooManyForField',
    'media.wrongKindHere',
    'media.tooManyUploads',
    'id.taken',
  ],
  offline: 'queue',
})

/** Some clients send both and leave one empty. */
const OneId = z.optional(z.union([Id, z.literal('')], 'common.invalid'))
const OneOfUpload = {
  user_survey_media_id: Id,
  photo_id: OneId,
  video_id: OneId,
}

export const deleteMedia = endpoint({
  name: 'media.delete',
  method: 'DELETE',
  path: '/bx_block_survey/user_survey_media/destroy_media',
  summary: 'Delete a photo or video',
  access: 'surveyor',
  query: exactly(OneOfUpload),
  reply: Done,
  fails: ['survey.readOnly', 'media.notFound'],
  offline: 'queue',
})

export const describeMedia = endpoint({
  name: 'media.describe',
  method: 'POST',
  path: '/bx_block_survey/user_survey_media/user_survey_uploaded_files_description',
  summary: 'Set the description of a photo or video',
  access: 'surveyor',
  collects: true,
  body: z.object({
    ...OneOfUpload,
    description: Description,
  }),
  reply: z.object({ data: MediaItem }),
  fails: ['survey.handedOver', 'survey.readOnly', 'survey.tooLarge', 'media.notFound'],
  offline: 'queue',
})

/**
 * Draws on a photo, rotates it, or both. The original is kept; every place that shows the photo then shows
 * the marked picture.
 */
export const drawPhoto = endpoint({
  name: 'media.draw',
  method: 'POST',
  path: '/bx_block_survey/user_survey_media/drawing',
  summary: 'Keep a drawing on a photo, or how it is turned',
  access: 'surveyor',
  collects: true,
  upload: 'multipart',
  /** Text parts by these names, `shapes` as JSON; file part: `drawing`, the marked picture as a JPEG. */
  body: z
    .object({
      user_survey_media_id: Id,
      photo_id: Id,
      /** In coordinates of the rotated photo. */
      shapes: ShapesText,
      turn: z.optional(TurnText),
      /** The latest drawing wins, regardless of arrival order. */
      drawn_at: Instant,
    })
    .check(
      z.refine(({ shapes, turn = '0' }) => shapes.length > 0 || turn !== '0', {
        error: 'media.drawingInvalid',
        path: ['shapes'],
      }),
    ),
  reply: z.object({ data: MediaItem }),
  fails: [
    'survey.handedOver',
    'survey.readOnly',
    'survey.tooLarge',
    'media.notFound',
    'media.noFiles',
    'media.wrongType',
    'media.photoTooLarge',
    'media.unreadable',
    'media.drawingUnfit',
  ],
  offline: 'queue',
})

export const undrawPhoto = endpoint({
  name: 'media.undraw',
  method: 'DELETE',
  path: '/bx_block_survey/user_survey_media/drawing',
  summary: 'Take the drawing off a photo',
  access: 'surveyor',
  query: exactly({ user_survey_media_id: Id, photo_id: Id, drawn_at: z.optional(Instant) }),
  reply: z.object({ data: MediaItem }),
  fails: ['survey.readOnly', 'media.notFound'],
  offline: 'queue',
})

export const mediaCounts = endpoint({
  name: 'media.counts',
  method: 'GET',
  path: '/bx_block_survey/user_survey_media/uploaded_files_details',
  summary: 'How many files a survey holds',
  access: 'surveyor',
  query: exactly({ user_survey_id: Id }),
  reply: z.object({
    uploaded_file_details: z.object({
      total_uploaded_files: z.number(),
      uploaded_photos: z.number(),
      uploaded_videos: z.number(),
      total_bytes: z.number(),
    }),
  }),
  fails: ['survey.notFound'],
})

/** Opened by `<img>`, `<video>` and plain links: the signed address authorizes reading. */
export const mediaFile = endpoint({
  name: 'media.file',
  method: 'GET',
  path: '/files/media/{ticket}',
  summary: 'The bytes behind a signed media address',
  access: 'ticket',
  params: z.object({ ticket: z.string().check(z.maxLength(1_000)) }),
  fails: ['ticket.expired', 'file.gone'],
  offline: 'cache',
})

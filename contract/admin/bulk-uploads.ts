import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Done, exactly, Id, record, single } from '../wire.ts'

/** One stored file. Its address is signed, short-lived, and for download only. */
export const BulkFile = z.object({
  id: z.string(),
  file_name: z.string(),
  file_url: z.string(),
  byte_size: z.number(),
  /** By content: how a survey's field would accept it; null = not accepted. */
  kind: z.nullable(z.enum(['photo', 'video'])),
})
export type BulkFile = z.infer<typeof BulkFile>

const BulkUpload = z.object({
  /** A record is created once all of its files are stored, so there is no other status. */
  status: z.literal('success'),
  files: z.array(BulkFile),
  created_at: z.string(),
})
export const BulkRecord = record(BulkUpload)
export type BulkRecord = z.infer<typeof BulkRecord>

/** All files of one call are stored, or none. */
export const addBulkUpload = endpoint({
  name: 'bulkUploads.add',
  method: 'POST',
  path: '/bulk_uploading/attachments',
  summary: 'Keep files of any kind outside of surveys',
  access: 'surveyor',
  upload: 'attachments',
  /** File parts: `files[]`. Text part: `id`, the record's, if the device created it. */
  body: z.object({ id: z.optional(Id) }),
  reply: single(BulkUpload),
  status: 201,
  fails: ['bulk.tooLarge', 'bulk.noRoom', 'media.tooManyFiles', 'media.noFiles', 'id.taken'],
  rates: [{ limit: limits.bulkUploadsPerTenMinutes, seconds: 600, by: 'account' }],
})

export const listBulkUploads = endpoint({
  name: 'bulkUploads.list',
  method: 'GET',
  path: '/bulk_uploading/attachments',
  summary: 'The own files outside of surveys, the latest first',
  access: 'surveyor',
  reply: z.object({
    data: z.array(BulkRecord),
    meta: z.object({ total_bytes: z.number(), allowed_bytes: z.number() }),
  }),
})

const OneRecord = z.object({ id: Id })

export const deleteBulkUpload = endpoint({
  name: 'bulkUploads.delete',
  method: 'DELETE',
  path: '/bulk_uploading/attachments/{id}',
  summary: 'Delete an upload with all of its files',
  access: 'surveyor',
  params: OneRecord,
  reply: Done,
  fails: ['bulk.notFound'],
})

/** `{id}` is the upload's and `attachment_id` the file's; without the latter `{id}` is the file's own. */
export const deleteBulkFile = endpoint({
  name: 'bulkUploads.deleteFile',
  method: 'DELETE',
  path: '/bulk_uploading/attachments/{id}/delete_attachment',
  summary: 'Delete one file of an upload; the upload goes with its last',
  access: 'surveyor',
  params: OneRecord,
  query: exactly({ attachment_id: z.optional(Id) }),
  reply: Done,
  fails: ['bulk.notFound'],
})

/** Opened by plain links: the signed address authorizes reading. */
export const bulkFile = endpoint({
  name: 'bulkUploads.file',
  method: 'GET',
  path: '/files/attachments/{ticket}',
  summary: 'The bytes of a file outside of surveys, for saving',
  access: 'ticket',
  params: z.object({ ticket: z.string().check(z.maxLength(200)) }),
  fails: ['ticket.expired', 'file.gone'],
})

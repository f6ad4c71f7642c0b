import { v7 as newId } from 'uuid'
import * as agreed from '#contract/admin/bulk-uploads.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { lockAccount } from '#server/features/accounts/data.ts'
import { readerOfSession } from '#server/features/accounts/sessions/identify.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { readTicket } from '#server/http/ticket.ts'
import * as data from './data.ts'
import { discardFiles, ingestFiles } from './ingest.ts'
import { rejectOverQuota } from './policy.ts'
import { presentUploads } from './present.ts'

/** An address stays the same for half of a ticket's life; its bytes never change. */
const kept = `private, max-age=${limits.ticketLife / 2_000}, immutable`

export const bulkUploadRoutes = [
  servePrepared(
    agreed.addBulkUpload,
    { prepare: ingestFiles, undo: ({ context }, files) => discardFiles(context, files) },
    keepUpload,
  ),

  serve(agreed.listBulkUploads, async (call) => {
    const rows = await data.readUploads(call.db, call.account.id)
    return {
      data: presentUploads(call, rows),
      meta: {
        total_bytes: rows.reduce((sum, { size }) => sum + size, 0),
        allowed_bytes: limits.bulkBytes,
      },
    }
  }),

  serve(agreed.deleteBulkUpload, async ({ db, account, params }) => {
    const removed = await data.removeUpload(db, account.id, params.id)
    return removed ? { data: { message: t('media.deleted') } } : fail('bulk.notFound')
  }),

  serve(agreed.deleteBulkFile, async ({ db, account, params, query }) => {
    const file =
      query.attachment_id === undefined
        ? { id: params.id, uploadId: null }
        : { id: query.attachment_id, uploadId: params.id }
    // Two last files that are deleted at the same time would each leave an upload without files.
    if (!(await lockAccount(db, account.id))) return fail('request.notFound')
    const removed = await data.removeFile(db, account.id, file)
    return removed ? { data: { message: t('media.deleted') } } : fail('bulk.notFound')
  }),

  serve(agreed.bulkFile, async (call) => {
    const { context, now } = call
    const ticket = readTicket(context.ticketKey, 'attachment', call.params.ticket, now)
    if (ticket === 'expired') return fail('ticket.expired')
    const holder = ticket?.holder
    if (!ticket || !holder || 'link' in holder) return fail('request.notFound')
    if (!(await readerOfSession(call, context.clock(), holder))) return fail('ticket.expired')
    const file = await data.findFile(call.db, holder.account, ticket.subject)
    if (!file) return fail('file.gone')
    return new BytesReply({
      type: 'application/octet-stream',
      size: file.size,
      etag: `"${file.sha256}"`,
      download: file.filename,
      cache: kept,
      isAuthorized: async () =>
        (await readerOfSession({ ...call, db: context.db }, context.clock(), holder)) !== null,
      read: (range) => context.files.read(file.storeKey, range),
    })
  }),
]

/** Replays a repeated upload in its current state. */
async function keepUpload(call: Call<typeof agreed.addBulkUpload>, files: readonly data.NewBulkFile[]) {
  const { db, account, context, now } = call
  const { id = newId() } = call.body
  if (!(await lockAccount(db, account.id))) return fail('request.notFound')
  const earlier = await data.readUploads(db, account.id, id)
  if (earlier.length > 0) {
    if (hashes(earlier) !== hashes(files.map(({ bytes }) => bytes))) return fail('id.taken')
    await discardFiles(context, files)
    return replyOf(call, earlier)
  }
  if (await data.isTaken(db, id)) return fail('id.taken')
  const refused = rejectOverQuota(
    await data.countStoredUsage(db, account.id),
    files.map(({ bytes }) => bytes),
  )
  if (refused) return refused
  await data.addUpload(db, { id, accountId: account.id }, files, now)
  return replyOf(call, await data.readUploads(db, account.id, id))
}

function replyOf(call: Parameters<typeof presentUploads>[0], rows: readonly data.BulkFileRow[]) {
  const [upload] = presentUploads(call, rows)
  if (!upload) throw new Error('An upload that was just kept is missing')
  return { data: upload }
}

function hashes(files: readonly { readonly sha256: string }[]): string {
  return files.map(({ sha256 }) => sha256).join()
}

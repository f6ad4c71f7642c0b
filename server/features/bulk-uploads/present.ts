import type { BulkFile, BulkRecord } from '#contract/admin/bulk-uploads.ts'
import type { Context } from '#server/context.ts'
import { holderOf, signTicket } from '#server/http/ticket.ts'
import type { BulkFileRow } from './data.ts'

interface Reading {
  readonly context: Pick<Context, 'ticketKey'>
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly now: Date
}

/** Records from their files, in the order of both. */
export function presentUploads(call: Reading, rows: readonly BulkFileRow[]): BulkRecord[] {
  const byUpload = new Map<string, BulkFileRow[]>()
  for (const row of rows) byUpload.set(row.uploadId, [...(byUpload.get(row.uploadId) ?? []), row])
  return [...byUpload].map(([id, of]) => ({
    id,
    type: 'attachment',
    attributes: {
      status: 'success',
      files: of.map((row) => presentFile(call, row)),
      created_at: of[0]?.createdAt.toISOString() ?? '',
    },
  }))
}

function presentFile({ context, account, now }: Reading, row: BulkFileRow): BulkFile {
  const holder = holderOf(account)
  const ticket = signTicket(
    context.ticketKey,
    { what: 'attachment', subject: row.id, rendition: 'original', holder },
    now,
  )
  return {
    id: row.id,
    file_name: row.filename,
    file_url: `/api/files/attachments/${ticket}`,
    byte_size: row.size,
    kind: row.kind === 'photo' || row.kind === 'video' ? row.kind : null,
  }
}

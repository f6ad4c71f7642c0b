import { t } from '#contract/messages/translate.ts'
import type { ExportRecord } from '#contract/surveys/exports.ts'
import type { Context } from '#server/context.ts'
import { holderOf, signTicket } from '#server/http/ticket.ts'
import type { ExportRow } from './data.ts'
import { expiryOf, failureTexts, isExportFailure, stateOf } from './policy.ts'

interface Reading {
  readonly context: Pick<Context, 'ticketKey'>
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly now: Date
}

export function presentExport({ context, account, now }: Reading, row: ExportRow): ExportRecord {
  const state = stateOf(row, now)
  const isDone = state === 'done'
  const { surveys, written, finished_at: finishedAt, failure } = row
  const ticket = { what: 'export', subject: row.id, rendition: 'none', holder: holderOf(account) } as const
  const share = surveys ? Math.min(1, written / surveys) : 0
  return {
    id: row.id,
    type: 'export',
    attributes: {
      state,
      format: row.request.options.format,
      progress: isDone ? 100 : Math.floor(share * 100),
      surveys,
      created_at: row.created_at.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
      expires_at: isDone && finishedAt ? expiryOf(finishedAt).toISOString() : null,
      file_name: isDone ? row.file_name : null,
      byte_size: isDone ? row.size : null,
      url: isDone ? `/api/files/exports/${signTicket(context.ticketKey, ticket, now)}` : null,
      error: state === 'failed' ? t(failureTexts[isExportFailure(failure) ? failure : 'other']) : null,
    },
  }
}

import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

export interface AuditFilter {
  /** The acting account, or the account it concerned. */
  readonly accountId: string | undefined
  readonly action: string | undefined
  readonly from: Date | null
  /** Not included. */
  readonly before: Date | null
  /** Only rows older than this one. */
  readonly after: string | undefined
}

/** Rows of the audit log, newest first. */
export async function listAudit(db: Db, filter: AuditFilter, limit: number) {
  const { accountId, action, from, before, after } = filter
  let query = db.selectFrom('audit').selectAll()
  if (accountId) {
    query = query.where(({ eb, or, and }) =>
      or([
        eb('account_id', '=', accountId),
        and([eb('target_id', '=', accountId), eb('target_type', '=', 'account')]),
      ]),
    )
  }
  if (action) query = query.where('action', '=', action)
  if (from) query = query.where('at', '>=', from)
  if (before) query = query.where('at', '<', before)
  if (after) {
    query = query.where(sql<boolean>`(audit.at, audit.id) < (select at, id from audit where id = ${after})`)
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { Db } from '#server/context.ts'

export interface AuditEntry {
  readonly action: AuditAction
  /** Null: no session. */
  readonly accountId: string | null
  /** The record it was done to. */
  readonly target?: { readonly type: string; readonly id: string }
  /** Never a secret: no password, code or token. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** The origin of a call, part of every handler's call. */
export interface Origin {
  readonly now: Date
  readonly address: string
  readonly userAgent: string
  /** The calling account, and its API key if one calls. */
  readonly account?: { readonly id: string; readonly key?: { readonly name: string } | null } | null
}

/**
 * Adds a row. For completed actions, pass the call's transaction, so that both commit or neither does. For
 * rejections, pass the pool (`context.db`), since the transaction is rolled back.
 */
export async function recordAudit(db: Db, origin: Origin, entry: AuditEntry): Promise<void> {
  const key = origin.account?.key
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      at: origin.now,
      account_id: entry.accountId,
      action: entry.action,
      target_type: entry.target?.type ?? '',
      target_id: entry.target?.id ?? '',
      address: origin.address,
      user_agent: origin.userAgent,
      detail: JSON.stringify({ ...entry.detail, ...(key && { key: key.name }) }),
    })
    .execute()
}

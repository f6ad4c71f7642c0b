import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { Db } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'

/** Members by their ids: the log is kept forever and doesn't need an address. */
export async function record(
  call: Origin & { readonly db: Db; readonly account: { readonly id: string } },
  action: Extract<AuditAction, `member.${string}`>,
  surveyId: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const target = { type: 'survey', id: surveyId }
  await recordAudit(call.db, call, { action, accountId: call.account.id, target, detail })
}

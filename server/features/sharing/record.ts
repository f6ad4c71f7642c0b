import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { recordAtMost } from '#server/features/audit/limited.ts'
import type { Origin } from '#server/features/audit/record.ts'
import { sourceOf } from '#server/http/source.ts'

/** Tells links apart in the audit log. The id itself would open the report to anyone who reads the log. */
export function linkMark(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** Records that a guest opened the page. Reloading over and over doesn't fill the table. */
export async function recordOpening(
  call: Origin & { readonly db: Db },
  link: { readonly id: string; readonly survey_id: string },
): Promise<void> {
  const entry = {
    action: 'link.opened',
    accountId: null,
    target: { type: 'survey', id: link.survey_id },
    detail: { link: linkMark(link.id) },
  } as const
  const limit = { of: `${link.id}/${sourceOf(call.address)}`, perMinute: limits.openingsPerMinute }
  await recordAtMost(call.db, call, entry, limit)
}

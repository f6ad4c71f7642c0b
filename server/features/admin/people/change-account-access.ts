import type { changeAccountAccess as agreed } from '#contract/admin/admin.ts'
import { lockAdmins } from '#server/features/accounts/admins.ts'
import { closeLinksOf } from '#server/features/accounts/deletion.ts'
import { endAllSessions } from '#server/features/accounts/sessions/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { endCodesOf } from '#server/features/codes/code.ts'
import { endLinks } from '#server/features/codes/mailed-link.ts'
import { fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { findListed, type ListedRow } from './account-list.ts'
import { setAccountAccess } from './data.ts'
import { type AccountAccess, whyNotChange } from './policy.ts'
import { roleOf } from './present.ts'

type Changing = Call<typeof agreed>

/** Changes the account's role, disables or enables it; null if that succeeded. */
export async function changeAccountAccess(call: Changing) {
  const { db, account: caller, params, body, now } = call
  const admins = await lockAdmins(db, params.id)
  const target = await findListed(db, params.id)
  if (!target) return fail('request.notFound')
  const before = { role: roleOf(target), disabled: target.disabled_at !== null }
  const after = { role: body.role ?? before.role, disabled: body.disabled ?? before.disabled }
  const refused = whyNotChange({ callerId: caller.id, targetId: target.id, after, admins })
  if (refused) return refused
  const disabledAt = after.disabled ? (target.disabled_at ?? now) : null
  const mayMakeTemplates = body.may_make_templates ?? target.may_make_templates
  await setAccountAccess(db, target.id, { role: after.role, disabledAt, mayMakeTemplates })
  if (after.disabled && !before.disabled) await endWaysIn(call, target.id)
  await recordChange(call, target, before, after)
  if (mayMakeTemplates !== target.may_make_templates) await recordRight(call, target.id, mayMakeTemplates)
  return null
}

async function endWaysIn({ db, now }: Changing, accountId: string): Promise<void> {
  await endAllSessions(db, accountId)
  await closeLinksOf(db, accountId, now)
  // Also ends what would open it, or move it to another address, once it is enabled again.
  for (const purpose of ['reset', 'new-email', 'join-social'] as const) await endLinks(db, accountId, purpose)
  await endCodesOf(db, accountId)
}

async function recordRight(call: Changing, id: string, mayMakeTemplates: boolean): Promise<void> {
  const target = { type: 'account', id }
  const detail = { may_make_templates: mayMakeTemplates }
  await recordAudit(call.db, call, { action: 'account.changed', accountId: call.account.id, target, detail })
}

async function recordChange(call: Changing, target: ListedRow, before: AccountAccess, after: AccountAccess) {
  const entry = { accountId: call.account.id, target: { type: 'account', id: target.id } }
  if (before.role !== after.role) {
    const detail = { from: before.role, to: after.role }
    await recordAudit(call.db, call, { ...entry, action: 'role.changed', detail })
  }
  if (before.disabled !== after.disabled) {
    const action = after.disabled ? 'account.disabled' : 'account.enabled'
    await recordAudit(call.db, call, { ...entry, action })
  }
}

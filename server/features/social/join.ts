import { type AccountRow, findAccount, findUndeletedAccount } from '#server/features/accounts/data.ts'
import { recordLogin } from '#server/features/accounts/password/login-place.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import * as data from './data.ts'
import type { Entering } from './enter.ts'
import { notifyJoined } from './notify-owner.ts'
import type { Person } from './person.ts'

export type Joining = Pick<Person, 'issuer' | 'subject' | 'email'> & { readonly provider: string }

/**
 * Joins an identity to an account, records it and notifies the owner. An identity of another account stays
 * there, unless that account was deleted.
 */
export async function join(
  call: Entering,
  account: AccountRow,
  joining: Joining,
  by: 'password' | 'mail' | 'session',
): Promise<data.IdentityRow | Failure<'social.taken'>> {
  const { db, now } = call
  const before = await data.findIdentity(db, joining)
  if (before?.account_id === account.id) return before
  if (before && (await findUndeletedAccount(db, { id: before.account_id }))) return fail('social.taken')
  if (before) await data.forgetDeletedOwner(db, before.id)
  const identity = await data.addIdentity(db, account.id, joining.provider, joining, now)
  await recordAudit(db, call, {
    action: 'social.linked',
    accountId: account.id,
    target: { type: 'social_identity', id: identity.id },
    detail: { provider: joining.provider, by },
  })
  await notifyJoined(call, account, joining)
  return identity
}

/** After a join that was also a login. */
export async function openJoined(call: Entering, account: AccountRow, provider: string, remember: boolean) {
  await recordLogin(call.db, call, account.id, { by: 'social', provider })
  const fresh = (await findAccount(call.db, account.id)) ?? account
  return openSession(call, fresh, remember)
}

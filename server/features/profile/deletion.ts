import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { hideAccount, isOtherAdminLeft } from '#server/features/accounts/deletion.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type Notifying, notifyOwner } from './notify.ts'

const day = 24 * 3_600_000

/** Deletes an account at its owner's request; the owner is notified in case it wasn't them. */
export async function deleteOwnAccount(
  call: Notifying & Origin,
  caller: { readonly id: string; readonly sessionId: string },
): Promise<Failure<'account.onlyAdmin' | 'request.notFound'> | null> {
  const { db, now } = call
  const known = await findAccount(db, caller.id)
  // All administrators are locked before the account itself, so that two who leave at once wait in the same
  // order.
  const isOnlyAdmin = known?.role === 'admin' && !(await isOtherAdminLeft(db, caller.id))
  // Someone who lost the session while the call was in progress can't delete anything with it.
  const account = await lockCaller(db, caller)
  if (!account) return fail('request.notFound')
  if (isOnlyAdmin) return fail('account.onlyAdmin')
  if (!(await hideAccount(db, account.id, now))) return fail('request.notFound')
  await recordAudit(db, call, {
    action: 'account.deleted',
    accountId: account.id,
    target: { type: 'account', id: account.id },
  })
  const until = new Date(now.getTime() + limits.restoreDays * day).toISOString().slice(0, 10)
  await notifyOwner(call, account, () => ({
    kind: 'profile.deleted',
    subject: t('profile.deletedSubject'),
    paragraphs: [t('profile.deletedMail', { date: until }), t('profile.deletedNotYou')],
  }))
  return null
}

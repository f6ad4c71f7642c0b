import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { hideAccount, isOtherAdminLeft } from '#server/features/accounts/deletion.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type Notifying, notifyOwner } from './notify.ts'

const day = 24 * 3_600_000

/** Deletes an account at its owner's wish; they are told, in case that it was not them. */
export async function deleteOwnAccount(
  call: Notifying & Origin,
  accountId: string,
): Promise<Failure<'account.onlyAdmin' | 'request.notFound'> | null> {
  const { db, now } = call
  const account = await findAccount(db, accountId)
  if (!account) return fail('request.notFound')
  if (account.role === 'admin' && !(await isOtherAdminLeft(db, account.id))) return fail('account.onlyAdmin')
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

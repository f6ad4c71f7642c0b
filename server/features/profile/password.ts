import { t } from '#contract/messages/translate.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import {
  type AccountRow,
  findAccount,
  holdsPassword,
  setOwnPassword,
} from '#server/features/accounts/data.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { verifyCurrentPassword } from '#server/features/accounts/password/verify-password.ts'
import { endOtherSessions } from '#server/features/accounts/sessions/data.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { endCodesOf } from '#server/features/codes/code.ts'
import { endLinks } from '#server/features/codes/mailed-link.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { liftRestriction } from './data.ts'
import { type Notifying, notifyOwner } from './notify.ts'

interface NewPassword {
  readonly old: string | undefined
  readonly fresh: string
}

export interface PasswordChange {
  readonly account: AccountRow
  readonly hash: string
}

type Caller = Parameters<typeof verifyCurrentPassword>[0]
type Refusal = Failure<
  | 'request.tooMany'
  | 'request.notFound'
  | 'password.wrong'
  | 'password.none'
  | 'password.same'
  | 'password.common'
>

/** Checks the old password and hashes the new one, before the transaction. */
export async function preparePassword(
  caller: Caller,
  accountId: string,
  { old, fresh }: NewPassword,
): Promise<PasswordChange | Refusal> {
  const account = await findAccount(caller.context.db, accountId)
  if (!account) return fail('request.notFound')
  if (account.password_hash === null) return fail('password.none')
  const refused = await verifyCurrentPassword(caller, account, old)
  if (refused) return refused
  if (old === fresh) return fail('password.same')
  if (isCommonPassword(fresh)) return fail('password.common')
  return { account, hash: await hashPassword(fresh, { account: accountId }) }
}

interface Call extends Notifying, Origin {
  readonly account: { readonly id: string; readonly sessionId: string }
}

/**
 * Replaces the password, keeps this session and ends all others, and voids everything that could reset the
 * old password.
 */
export async function replacePassword(
  call: Call,
  { account, hash }: PasswordChange,
): Promise<Failure<'password.wrong'> | null> {
  const { db } = call
  if (!(await holdsPassword(db, account))) return fail('password.wrong')
  await setOwnPassword(db, account.id, hash)
  await endOtherSessions(db, account.id, call.account.sessionId)
  await liftRestriction(db, call.account.sessionId)
  for (const purpose of ['reset', 'new-email', 'join-social'] as const)
    await endLinks(db, account.id, purpose)
  await endCodesOf(db, account.id)
  await recordAudit(db, call, { action: 'password.changed', accountId: account.id })
  await notifyOwner(call, account, () => ({
    kind: 'profile.password-changed',
    subject: t('profile.passwordChangedSubject'),
    paragraphs: [t('profile.passwordChangedMail'), t('profile.notYou')],
  }))
  return null
}

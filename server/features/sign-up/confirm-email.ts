import type { confirmEmail } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, findAccount, lockAccount, proveEmail } from '#server/features/accounts/data.ts'
import { holdsAccount } from '#server/features/accounts/password/verify-holder.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { emailIn, issueLink, liveLink, useLink } from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { removeOtherLoginMethods } from '#server/features/social/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'

interface Mailing {
  readonly context: Context
  readonly db: Db
  readonly now: Date
}

/** The address is only a claim until the link sent to it is opened; earlier links of the account end. */
export async function mailEmailLink({ context, db, now }: Mailing, account: AccountRow): Promise<void> {
  const { id, email, first_name } = account
  if (email === null) return
  const { token, expiresAt } = await issueLink(
    context,
    db,
    { purpose: 'prove-email', accountId: id, life: limits.proveEmailLife, detail: { email } },
    now,
  )
  await queueMail(
    db,
    context,
    {
      kind: 'entry.confirmEmail',
      recipient: email,
      accountId: id,
      expiresAt,
      subject: t('entry.confirmEmailSubject'),
      greeting: t('entry.greeting', { name: first_name }),
      paragraphs: [t('entry.confirmEmailMail')],
      action: {
        label: t('entry.confirmEmailButton'),
        url: `${context.config.publicUrl}/EmailConfirmation?token=${token}`,
      },
      footer: t('entry.confirmEmailNotYou'),
    },
    now,
  )
}

type Confirming = Call<typeof confirmEmail>

/**
 * Before the transaction: which account it is, and whether the person opening the link also holds that account.
 */
export async function prepareConfirmation(call: Confirming) {
  const { db } = call.context
  const link = await liveLink(db, 'prove-email', call.body.token, call.now)
  const account = link && (await findAccount(db, link.account_id))
  if (!account) return fail('link.expired')
  const holds = await holdsAccount(call, account, call.body.password)
  return holds instanceof Failure ? holds : { accountId: account.id, holds }
}

/**
 * Uses up the link. At the first proof of an address, someone who showed only that they have the mailbox gets
 * the account to themselves: another person may have made it in their name, and would get what is shared with
 * the address. A phone account belongs to its number, and no mailbox takes it away.
 */
export async function confirmAddress(
  call: Confirming,
  { accountId, holds }: { readonly accountId: string; readonly holds: boolean },
) {
  const { db, now, context } = call
  const account = await lockAccount(db, accountId)
  const link = await useLink(db, 'prove-email', call.body.token, now)
  const email = emailIn(link?.detail)
  if (!account || !link || link.account_id !== account.id || account.email !== email)
    return fail('link.expired')
  const takesOver = !holds && account.email_proven_at === null
  if (takesOver && account.type === 'SmsAccount') return fail('email.logInFirst')
  if (takesOver) await removeOtherLoginMethods(db, account)
  if (!(await proveEmail(db, account.id, email, now))) return fail('link.expired')
  await recordAudit(db, call, {
    action: 'account.emailProven',
    accountId: account.id,
    ...(takesOver ? { detail: { sessionsEnded: true } } : {}),
  })
  const reset = {
    purpose: 'reset',
    accountId: account.id,
    life: context.config.resetTtl,
    detail: { email },
  } as const
  const token = takesOver ? (await issueLink(context, db, reset, now)).token : null
  return { data: { message: t('entry.emailConfirmed'), email }, meta: { token } }
}

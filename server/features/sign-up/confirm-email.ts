import { limits } from '#contract/limits.ts'
import { say } from '#contract/messages/say.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, proveEmail } from '#server/features/accounts/data.ts'
import { emailIn, issueLink, useLink } from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'

interface Mailing {
  readonly context: Context
  readonly db: Db
  readonly now: Date
}

/** The address is only said until the link that goes to it is opened; earlier links of the account end. */
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
      subject: say('entry.confirmEmailSubject'),
      greeting: say('entry.greeting', { name: first_name }),
      paragraphs: [say('entry.confirmEmailMail')],
      action: {
        label: say('entry.confirmEmailButton'),
        url: `${context.config.publicUrl}/EmailConfirmation?token=${token}`,
      },
      footer: say('entry.confirmEmailNotYou'),
    },
    now,
  )
}

/** Spends the link; the account whose address it proved, or null where there is nothing to prove by it any more. */
export async function spendEmailLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ readonly accountId: string; readonly email: string } | null> {
  const link = await useLink(db, 'prove-email', token, now)
  if (!link) return null
  const email = emailIn(link.detail)
  return (await proveEmail(db, link.account_id, email, now)) ? { accountId: link.account_id, email } : null
}

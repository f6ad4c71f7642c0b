import type { confirmNewEmail } from '#contract/accounts/profile.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import {
  type AccountRow,
  findAccount,
  findUndeletedAccount,
  lockAccount,
} from '#server/features/accounts/data.ts'
import { holdsAccount } from '#server/features/accounts/password/verify-holder.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { emailIn, endLinks, issueLink, liveLink, useLink } from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { setProvenEmail } from './data.ts'
import { type Notifying, notifyOwner } from './notify.ts'

interface Asking {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Mails a link to a new address, which takes effect when the link is opened. If another account has the
 * address, its owner is notified instead, and the caller gets the same reply. The caller holds the account's
 * lock, since only the newest link is valid.
 */
export async function requestNewEmail(call: Asking, account: AccountRow, email: string): Promise<void> {
  const { db, context, now } = call
  const detail = { email }
  const asked = {
    purpose: 'new-email' as const,
    accountId: account.id,
    life: limits.proveEmailLife,
    detail,
  }
  const { token, expiresAt } = await issueLink(context, db, asked, now)
  const owner = await findUndeletedAccount(db, { email })
  if (owner) return notifyTaken(call, owner)
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        kind: 'profile.new-email',
        recipient: email,
        accountId: account.id,
        expiresAt,
        subject: t('profile.newEmailSubject'),
        paragraphs: [t('profile.newEmailText')],
        action: {
          label: t('profile.newEmailButton'),
          url: `${context.config.publicUrl}/profile/confirm-email?token=${token}`,
        },
        footer: t('profile.newEmailFooter'),
      },
      now,
    ),
  )
}

function notifyTaken(call: Asking, owner: AccountRow): Promise<void> {
  return notifyOwner(call, owner, () => ({
    kind: 'profile.email-taken',
    subject: t('profile.emailTakenSubject'),
    paragraphs: [t('profile.emailTakenText')],
  }))
}

/** The proven address replaces the previous one, which is notified. */
export async function replaceEmail(
  call: Notifying & Origin,
  account: AccountRow,
  email: string,
): Promise<void> {
  const { db, now } = call
  await setProvenEmail(db, account.id, email, now)
  // They went to the mailbox that no longer counts.
  await endLinks(db, account.id, 'reset')
  await endLinks(db, account.id, 'prove-email')
  await recordAudit(db, call, { action: 'account.emailProven', accountId: account.id })
  // If there was none, the number is notified: the address opens the account from now on.
  const text = account.email ? 'profile.emailChangedText' : 'profile.emailAddedText'
  await notifyOwner(call, account, () => ({
    kind: 'profile.email-changed',
    subject: t('profile.emailChangedSubject'),
    paragraphs: [t(text, { email }), t('profile.notYou')],
  }))
}

type Confirming = Call<typeof confirmNewEmail>

/**
 * Verifies before the transaction that the user who opens the link also holds the account. Otherwise a
 * stranger could request another person's address, and that person's click would confirm it.
 */
export async function prepareNewEmail(call: Confirming) {
  const { token, password } = call.body.data.attributes
  const { db } = call.context
  const link = await liveLink(db, 'new-email', token, call.now)
  const account = link && (await findAccount(db, link.account_id))
  if (!account) return fail('email.linkOver')
  const holds = await holdsAccount(call, account, password)
  return holds === false ? fail('email.logInFirst') : holds
}

export async function applyNewEmail(call: Confirming) {
  const { db, now } = call
  const link = await useLink(db, 'new-email', call.body.data.attributes.token, now)
  const account = link && (await lockAccount(db, link.account_id))
  const email = emailIn(link?.detail)
  if (!account || !email) return fail('email.linkOver')
  await replaceEmail(call, account, email)
  return { data: { message: t('profile.emailConfirmed'), email } }
}

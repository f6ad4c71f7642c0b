import { limits } from '#contract/limits.ts'
import { say } from '#contract/messages/say.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, findStandingAccount } from '#server/features/accounts/data.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { endLinks, issueLink } from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { setProvenEmail } from './data.ts'
import { type Telling, tellOwner } from './tell.ts'

interface Call {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Mails a link to a new address, which counts once the link is opened. Where the address is somebody's already, they
 * are told instead, and the caller hears the same. The caller holds the account's lock: the newest link alone is live.
 */
export async function askNewEmail(call: Call, account: AccountRow, email: string): Promise<void> {
  const { db, context, now } = call
  const detail = { email }
  const asked = {
    purpose: 'new-email' as const,
    accountId: account.id,
    life: limits.proveEmailLife,
    detail,
  }
  const { token, expiresAt } = await issueLink(context, db, asked, now)
  const owner = await findStandingAccount(db, { email })
  if (owner) return tellTaken(call, owner)
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        kind: 'profile.new-email',
        recipient: email,
        accountId: account.id,
        expiresAt,
        subject: say('profile.newEmailSubject'),
        paragraphs: [say('profile.newEmailText')],
        action: {
          label: say('profile.newEmailButton'),
          url: `${context.config.publicUrl}/profile/confirm-email?token=${token}`,
        },
        footer: say('profile.newEmailFooter'),
      },
      now,
    ),
  )
}

function tellTaken(call: Call, owner: AccountRow): Promise<void> {
  return tellOwner(call, owner, () => ({
    kind: 'profile.email-taken',
    subject: say('profile.emailTakenSubject'),
    paragraphs: [say('profile.emailTakenText')],
  }))
}

/** The address that was proven takes the place of the one before, which hears of it. */
export async function takeEmail(call: Telling & Origin, account: AccountRow, email: string): Promise<void> {
  const { db, now } = call
  await setProvenEmail(db, account.id, email, now)
  // They went to the mailbox that no longer counts.
  await endLinks(db, account.id, 'reset')
  await endLinks(db, account.id, 'prove-email')
  await recordAudit(db, call, { action: 'account.emailProven', accountId: account.id })
  // Where there was none, the number hears of it: the address opens the account from now on.
  const text = account.email ? 'profile.emailChangedText' : 'profile.emailAddedText'
  await tellOwner(call, account, () => ({
    kind: 'profile.email-changed',
    subject: say('profile.emailChangedSubject'),
    paragraphs: [say(text, { email }), say('profile.notYou')],
  }))
}

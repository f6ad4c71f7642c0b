import { limits } from '#contract/limits.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { readablePassword } from '#server/features/accounts/password/readable-password.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import type { Failure } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { namesOf } from '../names.ts'
import { setOneTimePassword } from './data.ts'

const hour = 3600

/** A one-time password and its slow hash; only the hash is stored. */
export interface OneTimePassword {
  readonly text: string
  readonly hash: string
}

/**
 * Counts mails sent in an administrator's name and mails to one person, then makes the password. Runs before
 * the transaction.
 */
export async function prepareInvitation(
  { db, random }: Context,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<OneTimePassword | Failure<'request.tooMany'>> {
  for (const event of [
    { bucket: `invite/from/${from}`, limit: limits.invitationsPerHour, seconds: hour },
    { bucket: `invite/to/${to}`, limit: limits.invitationsPerPersonHour, seconds: hour },
  ]) {
    const refused = await countEvent(db, event, now)
    if (refused) return refused
  }
  const text = readablePassword(random)
  return { text, hash: await hashPassword(text, { account: from }) }
}

interface Invited {
  readonly account: Pick<AccountRow, 'id' | 'email' | 'first_name'>
  readonly inviterId: string
  readonly password: OneTimePassword
  /** This password replaces an earlier one. */
  readonly again: boolean
}

/** Gives the account its one-time password and mails it, both or neither. */
export async function sendInvitation(
  context: Context,
  db: Db,
  { account, inviterId, password, again }: Invited,
  now: Date,
): Promise<void> {
  const endsAt = new Date(now.getTime() + limits.oneTimePasswordLife)
  await setOneTimePassword(db, account.id, { passwordHash: password.hash, endsAt })
  const inviter = (await namesOf(db, [inviterId])).get(inviterId) ?? ''
  const date = new Intl.DateTimeFormat(spokenLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  await queueMail(
    db,
    context,
    {
      kind: 'admin.invitation',
      recipient: account.email ?? '',
      accountId: account.id,
      expiresAt: endsAt,
      subject: t('admin.mailSubject'),
      greeting: t('admin.mailGreeting', { name: account.first_name }),
      paragraphs: [
        t('admin.mailText', { inviter }),
        t('admin.mailUntil', { date: date.format(endsAt) }),
        ...(again ? [t('admin.mailAgain')] : []),
        // The password follows its colon.
        t('admin.mailPassword'),
      ],
      code: password.text,
      action: { label: t('admin.mailButton'), url: `${context.config.publicUrl}/` },
      footer: t('admin.mailFooter'),
    },
    now,
  )
}

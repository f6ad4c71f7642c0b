import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { endAllSessions } from '#server/features/accounts/sessions/data.ts'
import { endCodesOf } from '#server/features/codes/code.ts'
import { endLinks } from '#server/features/codes/mailed-link.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { inLanguage, languageOf } from '#server/language.ts'

interface Replacing {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Effects of a reset, in its transaction: ends sessions and pending changes of address, links and codes,
 * which the old password may have started, and notifies the owner.
 */
export async function passwordReplaced(
  { db, context, now }: Replacing,
  account: AccountRow,
  note?: string,
): Promise<void> {
  await endAllSessions(db, account.id)
  for (const purpose of ['reset', 'new-email', 'join-social'] as const)
    await endLinks(db, account.id, purpose)
  await endCodesOf(db, account.id)
  await inLanguage(languageOf(account), () => notifyOwner({ db, context, now }, account, note))
}

async function notifyOwner(
  { db, context, now }: Replacing,
  account: AccountRow,
  note?: string,
): Promise<void> {
  const url = `${context.config.publicUrl}/passwords`
  if (account.email) {
    const mail = {
      kind: 'password.changed',
      recipient: account.email,
      accountId: account.id,
      subject: t('recovery.changedSubject'),
      greeting: t('recovery.greeting', { name: account.first_name }),
      paragraphs: [
        t('recovery.changedText'),
        ...(note === undefined ? [] : [note]),
        t('recovery.changedNotYou'),
      ],
      action: { label: t('recovery.changedAction'), url },
    }
    await queueMail(db, context, mail, now)
  } else if (account.phone_proven_at !== null && account.full_phone_number !== '') {
    const text = {
      channel: 'sms' as const,
      kind: 'password.changed',
      recipient: account.full_phone_number,
      accountId: account.id,
      body: t('recovery.changedSms', { url }),
    }
    await queueMessage(db, text, now)
  }
}

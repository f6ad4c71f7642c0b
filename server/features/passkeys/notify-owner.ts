import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { inLanguage, languageOf } from '#server/language.ts'

interface Notifying {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Notifies the owner of each new key, since a key added by another person would open the account permanently.
 */
export async function notifyOwner(
  { db, context, now }: Notifying,
  account: AccountRow,
  name: string,
): Promise<void> {
  if (!account.email) return
  const { email: recipient, id: accountId } = account
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        kind: 'passkeys.added',
        recipient,
        accountId,
        subject: t('passkeys.addedSubject'),
        paragraphs: [t('passkeys.addedText', { name }), t('passkeys.addedNotYou')],
      },
      now,
    ),
  )
}

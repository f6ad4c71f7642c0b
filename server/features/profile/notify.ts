import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { inLanguage, languageOf } from '#server/language.ts'

export interface Notifying {
  readonly db: Db
  readonly context: Pick<Context, 'config'>
  readonly now: Date
}

interface Notice {
  readonly kind: string
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/**
 * Tells the owner what happened to the account: by mail, or by text to the proven number if there is no
 * address.
 */
export async function notifyOwner(call: Notifying, account: AccountRow, words: () => Notice): Promise<void> {
  await inLanguage(languageOf(account), async () => {
    const { kind, subject, paragraphs } = words()
    if (account.email) {
      const greeting = t('profile.greeting', { name: account.first_name })
      const mail = { kind, recipient: account.email, accountId: account.id, subject, greeting, paragraphs }
      await queueMail(call.db, call.context, mail, call.now)
    } else if (account.phone_proven_at) await text(call, account, { kind, body: paragraphs.join(' ') })
  })
}

/** A short text to the account's number. */
export async function text(
  { db, now }: Notifying,
  account: AccountRow,
  { kind, body }: { readonly kind: string; readonly body: string },
): Promise<void> {
  const recipient = account.full_phone_number
  await queueMessage(db, { channel: 'sms', kind, recipient, body, accountId: account.id }, now)
}

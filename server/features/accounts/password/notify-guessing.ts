import { t } from '#contract/messages/translate.ts'
import type { Context } from '#server/context.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import type { AccountRow } from '../data.ts'

interface Notifying {
  readonly context: Pick<Context, 'config' | 'db'>
  readonly now: Date
}

const day = 86_400

/**
 * Tells the owner of an account whose password or codes are guessed, at most once a day, that nothing is locked
 * and what to do. Uses the pool, since the triggering call is rolled back.
 */
export async function notifyGuessing({ context, now }: Notifying, account: AccountRow | null): Promise<void> {
  if (!account) return
  const { db, config } = context
  if (await countEvent(db, { bucket: `guessing-told/${account.id}`, limit: 1, seconds: day }, now)) return
  const { email, full_phone_number: phone } = account
  await inLanguage(languageOf(account), async () => {
    if (email && (account.type !== 'SmsAccount' || account.email_proven_at)) {
      const mail = {
        kind: 'account.guessing',
        recipient: email,
        accountId: account.id,
        subject: t('accounts.guessingSubject'),
        greeting: t('recovery.greeting', { name: account.first_name }),
        paragraphs: [t('accounts.guessingText'), t('accounts.guessingAdvice')],
        action: { label: t('recovery.changedAction'), url: `${config.publicUrl}/passwords` },
      }
      await queueMail(db, context, mail, now)
    } else if (account.phone_proven_at && phone) {
      const text = { channel: 'sms' as const, kind: 'account.guessing', recipient: phone }
      await queueMessage(db, { ...text, accountId: account.id, body: t('accounts.guessingSms') }, now)
    }
  })
}

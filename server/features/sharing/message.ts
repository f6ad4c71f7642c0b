import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { quoted, quotedName } from '#server/features/messages/quoted.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { addressOfLink } from './address.ts'
import type { LinkRow } from './data.ts'

interface Sent {
  readonly survey: { readonly survey_name: string }
  readonly link: LinkRow
  readonly owner: AccountRow
  readonly channel: 'email' | 'sms'
  readonly recipient: string
}

/**
 * Writes in the owner's language, so that the text does not reveal whether the recipient has an account.
 * Names are quoted as the owner's words; the addresses are ours.
 */
export async function messageOfLink(
  { db, context, now }: { readonly db: Db; readonly context: Context; readonly now: Date },
  { survey, link, owner, channel, recipient }: Sent,
): Promise<void> {
  const url = addressOfLink(context.config.publicUrl, link)
  const guestLogin = `${context.config.publicUrl}/GuestLogin`
  const named = {
    owner: quotedName(owner),
    survey: quoted(survey.survey_name),
  }
  const kind = 'sharing.link'
  const until = link.ends_at ? { expiresAt: link.ends_at } : {}
  await inLanguage(languageOf(owner), async () => {
    if (channel === 'sms') {
      const body = `${t('sharing.sms', { ...named, url })}\n${t('guests.fromSms', { url: guestLogin })}`
      await queueMessage(db, { channel, kind, recipient, body, ...until }, now)
      return
    }
    await queueMail(
      db,
      context,
      {
        kind,
        recipient,
        subject: t('sharing.mailSubject', named),
        greeting: t('members.mailGreeting'),
        paragraphs: [
          t('sharing.mailText', named),
          t('sharing.mailNote'),
          t('guests.fromMail', { url: guestLogin }),
        ],
        action: { label: t('sharing.mailButton'), url },
        footer: t('members.mailFooter'),
        ...until,
      },
      now,
    )
  })
}

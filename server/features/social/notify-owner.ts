import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { providerName } from './providers.ts'

interface Notifying {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

interface There {
  readonly provider: string
  /** The address of the account at the provider; empty if it gives none. */
  readonly email: string
}

/**
 * Notifies the owner of each joined identity, since one added by another person would open the account
 * permanently.
 */
export async function notifyJoined(telling: Notifying, account: AccountRow, there: There): Promise<void> {
  const provider = providerName(telling.context.config, there.provider)
  await notify(telling, account, () => ({
    kind: 'social.joined',
    subject: t('social.joinedSubject', { provider }),
    paragraphs: [t('social.joinedText', { provider, who: there.email }), t('social.joinedNotYou')],
  }))
}

export async function notifyParted(telling: Notifying, account: AccountRow, there: There): Promise<void> {
  const provider = providerName(telling.context.config, there.provider)
  await notify(telling, account, () => ({
    kind: 'social.parted',
    subject: t('social.partedSubject', { provider }),
    paragraphs: [t('social.partedText', { provider, who: there.email })],
  }))
}

/** Mails the address of the account to join; its reader decides whether the two belong together. */
export async function mailJoinProof(
  telling: Notifying,
  account: AccountRow,
  there: There,
  link: { readonly token: string; readonly expiresAt: Date },
): Promise<void> {
  const { config } = telling.context
  const provider = providerName(config, there.provider)
  await notify(telling, account, () => ({
    kind: 'social.join',
    subject: t('social.mailSubject', { provider }),
    paragraphs: [t('social.mailText', { provider, who: there.email }), t('social.mailDo')],
    action: {
      label: t('social.mailButton'),
      url: `${config.publicUrl}/SocialMediaAccountLoginScreen?join=${link.token}`,
    },
    footer: t('social.mailNotYou'),
    expiresAt: link.expiresAt,
  }))
}

type Mail = Omit<Parameters<typeof queueMail>[2], 'recipient' | 'accountId'>

/** In the recipient's language, not the caller's. */
async function notify({ db, context, now }: Notifying, account: AccountRow, mail: () => Mail): Promise<void> {
  const { id, email } = account
  if (!email) return
  await inLanguage(languageOf(account), () =>
    queueMail(db, context, { ...mail(), recipient: email, accountId: id }, now),
  )
}

import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { inLanguage, languageOf } from '#server/language.ts'

interface Sending {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

interface Addressed {
  readonly account: AccountRow
  readonly email: string
}

export async function mailLink(
  { db, context, now }: Sending,
  { account, email }: Addressed,
  link: { readonly url: string; readonly expiresAt: Date },
): Promise<void> {
  const { resetTtl } = context.config
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        ...heading(account, email),
        kind: 'recovery.link',
        expiresAt: link.expiresAt,
        subject: t('recovery.linkSubject'),
        paragraphs: [t('recovery.linkText'), t('recovery.linkLife', { minutes: minutesOf(resetTtl) })],
        action: { label: t('recovery.linkAction'), url: link.url },
        footer: t('recovery.notYou'),
      },
      now,
    ),
  )
}

/** For an account that has no password to replace: it says what to do instead. */
export async function mailHowToLogIn(
  { db, context, now }: Sending,
  { account, email }: Addressed,
  providers: readonly string[],
): Promise<void> {
  // A provider that is no longer set up is named by its id.
  const names = providers.map((id) => context.config.social.find((one) => one.id === id)?.name ?? id)
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        ...heading(account, email),
        kind: 'recovery.social',
        subject: t('recovery.socialSubject'),
        paragraphs: [t('recovery.socialText', { provider: names.join(', ') })],
        action: { label: t('recovery.socialAction'), url: context.config.publicUrl },
        footer: t('recovery.socialNotYou'),
      },
      now,
    ),
  )
}

export async function mailCode(
  { db, context, now }: Sending,
  { account, email }: Addressed,
  issued: { readonly code: string; readonly expiresAt: Date },
): Promise<void> {
  const minutes = minutesOf(issued.expiresAt.getTime() - now.getTime())
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        ...heading(account, email),
        kind: 'recovery.code',
        expiresAt: issued.expiresAt,
        subject: t('recovery.codeSubject'),
        paragraphs: [t('recovery.codeMail')],
        code: issued.code,
        footer: `${t('recovery.codeLife', { minutes })} ${t('recovery.notYou')}`,
      },
      now,
    ),
  )
}

export async function textCode(
  { db, now }: Sending,
  { account, phone }: { readonly account: AccountRow; readonly phone: string },
  issued: { readonly code: string; readonly expiresAt: Date },
): Promise<void> {
  const minutes = minutesOf(issued.expiresAt.getTime() - now.getTime())
  await inLanguage(languageOf(account), () =>
    queueMessage(
      db,
      {
        channel: 'sms',
        kind: 'recovery.code',
        recipient: phone,
        accountId: account.id,
        body: t('recovery.codeSms', { code: issued.code, minutes }),
        expiresAt: issued.expiresAt,
      },
      now,
    ),
  )
}

function heading(account: AccountRow, email: string) {
  return {
    recipient: email,
    accountId: account.id,
    greeting: t('recovery.greeting', { name: account.first_name }),
  }
}

function minutesOf(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 60_000))
}

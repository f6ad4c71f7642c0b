import { t } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { Context, Db } from '#server/context.ts'
import { mailAsHtml } from './mail-html.ts'
import { type NewMessage, queueMessage } from './queue.ts'

/** The parts of a mail, as plain text. */
export interface MailParts {
  readonly subject: string
  readonly greeting?: string | undefined
  readonly paragraphs: readonly string[]
  /** The one thing to do: a button, and its address as text. */
  readonly action?: { readonly label: string; readonly url: string } | undefined
  /** A one-time code, shown large. */
  readonly code?: string | undefined
  /** Less prominent, at the end. */
  readonly footer?: string | undefined
}

export interface NewMail extends MailParts {
  /** Which text it is, e.g. 'recovery.link'. */
  readonly kind: string
  readonly recipient: string
  readonly accountId?: string | null | undefined
  /** When its code or link expires: after that it is not worth sending. */
  readonly expiresAt?: Date | undefined
}

/** Mail programs cut long subjects anyway, and a survey's name may be long. */
const subjectMax = 150

/** Queues a mail in its plain and its HTML form, within the caller's transaction. */
export async function queueMail(db: Db, context: Site, mail: NewMail, now: Date): Promise<string> {
  return queueMessage(db, composeMail(context, mail), now)
}

type Site = { readonly config: Pick<Context['config'], 'publicUrl'> }

export function composeMail({ config }: Site, mail: NewMail): NewMessage {
  const subject = cut(oneLine(mail.subject), subjectMax)
  const { kind, recipient, accountId = null, expiresAt } = mail
  return {
    channel: 'email',
    kind,
    recipient,
    subject,
    body: mailAsText(mail, config.publicUrl),
    html: plainText(mailAsHtml(subject, mail, config.publicUrl)),
    accountId,
    ...(expiresAt ? { expiresAt } : {}),
  }
}

/** The same without markup, for programs and people who prefer it. */
function mailAsText({ greeting, paragraphs, code, action, footer }: MailParts, publicUrl: string): string {
  const parts = [
    greeting,
    ...paragraphs,
    code,
    action && `${action.label}:\n${action.url}`,
    footer,
    `-- \n${t('outbox.sentBy', { address: publicUrl })}`,
  ]
  return plainText(parts.filter((part) => part !== undefined).join('\n\n'))
}

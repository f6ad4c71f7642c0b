import { createTransport } from 'nodemailer'
import { oneLine } from '#contract/rules/one-line.ts'
import type { Config } from '#server/config.ts'
import { isThisMachine, type SmtpConfig } from '#server/message-config.ts'
import { type MessageRow, SendFailure, type Transport } from './transport.ts'

/**
 * Mails by SMTP, each over its own connection: there are few, and an old connection might have died meanwhile.
 */
export function smtpTransport(
  smtp: SmtpConfig,
  { mailFrom }: Pick<Config, 'mailFrom'>,
  sendWithin: number,
): Transport {
  const mailer = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    // A password never goes over the network in the clear
    requireTLS: !smtp.secure && smtp.login !== null && !isThisMachine(smtp.host),
    ...(smtp.login ? { auth: smtp.login } : {}),
    connectionTimeout: sendWithin,
    greetingTimeout: sendWithin,
    socketTimeout: sendWithin,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (row) => {
      const messageId = messageIdOf(row, mailFrom.address)
      try {
        await mailer.sendMail({
          ...mailOf(row, mailFrom),
          messageId,
          signal: AbortSignal.timeout(sendWithin),
        })
      } catch (error) {
        throw failureOf(error)
      }
      return { providerId: messageId }
    },
  }
}

/** The same each time: a mail that is sent twice after a crash is recognized as one. */
function messageIdOf({ id }: MessageRow, from: string): string {
  return `<${id}@${from.slice(from.indexOf('@') + 1)}>`
}

function mailOf(row: MessageRow, from: Config['mailFrom']) {
  return {
    from,
    // As an object, and named in the envelope: an address is never parsed as a list
    to: { name: '', address: row.recipient },
    envelope: { from: from.address, to: [row.recipient] },
    subject: row.subject,
    text: row.body,
    ...(row.html === '' ? {} : { html: row.html }),
    date: row.created_at,
    // Prevents out-of-office replies, and mailing lists from taking it for a person's mail
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** The server's rejection of this sender, recipient or text is permanent. A wrong login can be fixed. */
function failureOf(error: unknown): SendFailure {
  if (!(error instanceof Error)) return new SendFailure(String(error), { final: false })
  const about = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  const permanent = 'permanent' in error && error.permanent === true
  return new SendFailure(oneLine(error.message), { final: about && permanent })
}

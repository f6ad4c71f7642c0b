import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'

export interface NewMessage {
  readonly channel: 'email' | 'sms'
  /** Which text it is, e.g. 'recovery.link'. */
  readonly kind: string
  /** The address, or '+' and the digits of a number. */
  readonly recipient: string
  readonly subject?: string
  /** Plain text. */
  readonly body: string
  /** The same as HTML, for mails. */
  readonly html?: string
  readonly accountId?: string | null
  /** When its code or link expires: after that it is not worth sending. */
  readonly expiresAt?: Date
  /** Sent at once where absent. */
  readonly notBefore?: Date
}

/**
 * Writes a message to the outbox within the caller's transaction, so that both commit or neither does. A job
 * sends it, so a slow mail server delays no call.
 */
export async function queueMessage(db: Db, message: NewMessage, now: Date): Promise<string> {
  const id = newId()
  await db
    .insertInto('message')
    .values({
      id,
      channel: message.channel,
      kind: message.kind,
      account_id: message.accountId ?? null,
      recipient: message.recipient,
      subject: message.subject ?? '',
      body: message.body,
      html: message.html ?? '',
      created_at: now,
      next_attempt_at: message.notBefore ?? now,
      expires_at: message.expiresAt ?? null,
    })
    .execute()
  return id
}

import { isMessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#contract/messages/translate.ts'
import { refusedRetry } from './policy.ts'
import type { Channel, MessageRow } from './transport.ts'

export function presentMessage(row: MessageRow, now: Date) {
  return {
    id: row.id,
    type: 'message',
    attributes: {
      channel: row.channel as Channel,
      kind: row.kind,
      to: row.recipient,
      subject: row.subject,
      body: row.body,
      status: row.status as 'queued' | 'sent' | 'failed',
      attempts: row.attempts,
      last_error: isMessageKey(row.last_error) ? t(row.last_error) : row.last_error,
      created_at: row.created_at.toISOString(),
      next_attempt_at: row.status === 'queued' ? row.next_attempt_at.toISOString() : null,
      sent_at: row.sent_at?.toISOString() ?? null,
      bounced_at: row.bounced_at?.toISOString() ?? null,
      can_retry: refusedRetry(row, now) === null,
    },
  }
}

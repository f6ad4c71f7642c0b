import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { queueMail } from './mail.ts'
import { queueMessage } from './queue.ts'
import type { Channel } from './transport.ts'

interface To {
  readonly channel: Channel
  readonly recipient: string
  readonly accountId: string
}

/** Sent like any other message, so that its outcome shows how they fare. */
export async function queueTest(
  db: Db,
  context: Pick<Context, 'config'>,
  { channel, recipient, accountId }: To,
  now: Date,
): Promise<string> {
  const kind = 'outbox.test'
  if (channel === 'sms') {
    const body = t('outbox.testSms', { address: context.config.publicUrl })
    return queueMessage(db, { channel, kind, recipient, body, accountId }, now)
  }
  const mail = { subject: t('outbox.testSubject'), paragraphs: [t('outbox.testText')] }
  return queueMail(db, context, { ...mail, kind, recipient, accountId }, now)
}

import * as agreed from '#contract/admin/outbox.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { Context, Db } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import * as data from './data.ts'
import { findSent, markBounced } from './data.ts'
import { queueMail } from './mail.ts'
import { provesProvider, recipientOf, refusedRetry } from './policy.ts'
import { presentMessage } from './present.ts'
import { queueMessage } from './queue.ts'
import type { Channel } from './transport.ts'

const reasonMax = 300

export const messageRoutes = [
  serve(agreed.outbox, async ({ db, context: { config }, query, now }) => {
    const { page, per_page, to, channel, status } = query
    const filter = { to, channel, status }
    const total = await data.countMessages(db, filter)
    const rows = await data.listMessages(db, filter, { limit: per_page, offset: (page - 1) * per_page })
    return {
      data: rows.map((row) => presentMessage(row, now)),
      meta: {
        total_pages: Math.ceil(total / per_page),
        total_count: total,
        current_page: page,
        email_is_set_up: config.smtp !== null,
        sms_is_set_up: config.sms !== null,
      },
    }
  }),
  serve(agreed.retryMessage, async (call) => {
    const { db, account, params, now } = call
    const row = await data.lockMessage(db, params.id)
    if (!row) return fail('request.notFound')
    const refused = refusedRetry(row, now)
    if (refused) return fail(refused)
    const queued = await data.queueAgain(db, row.id, now)
    await recordAudit(db, call, {
      action: 'message.retried',
      accountId: account.id,
      target: { type: 'message', id: row.id },
      detail: { kind: row.kind },
    })
    return { data: presentMessage(queued, now) }
  }),
  servePrepared(
    agreed.testMessage,
    {
      prepare: async ({ db, account, body: { channel, to }, now }) => {
        const recipient = recipientOf(channel, to)
        if (recipient === null)
          return fail('request.invalid', {
            field: 'to',
            message: channel === 'email' ? 'accounts.emailNotValid' : 'accounts.phoneNotValid',
          })
        const tests = {
          bucket: `outbox/tests/${account.id}`,
          limit: limits.testMessagesPerHour,
          seconds: 3_600,
        }
        return (await countEvent(db, tests, now)) ?? { channel, recipient, accountId: account.id }
      },
    },
    async ({ db, context, now }, to) => {
      const row = await data.lockMessage(db, await queueTest(db, context, to, now))
      return row ? { data: presentMessage(row, now) } : fail('request.notFound')
    },
  ),
  serve(agreed.reportBounce, async ({ db, context, authorization, body, now }) => {
    if (!provesProvider(authorization, context.config.bounceSecret)) return fail('access.denied')
    const { provider_id, to, reason = '' } = body
    if (!provider_id && !to) return fail('request.invalid', { field: 'provider_id' })
    if (!(await bounce(db, { providerId: provider_id, to, reason }, now))) return fail('request.notFound')
    return { data: { message: t('outbox.recorded') } }
  }),
  serve(agreed.reportSmsStatus, async ({ db, context, authorization, body, now }) => {
    if (!provesProvider(authorization, context.config.bounceSecret)) return fail('access.denied')
    // 'sent' and 'delivered' say nothing that the outbox does not already know
    if (['failed', 'undelivered'].includes(body.MessageStatus)) {
      const reason = [body.ErrorMessage, body.ErrorCode].filter((part) => part).join(' ')
      if (!(await bounce(db, { providerId: body.MessageSid, to: undefined, reason }, now)))
        return fail('request.notFound')
    }
    return { data: { message: t('outbox.recorded') } }
  }),
]

interface To {
  readonly channel: Channel
  readonly recipient: string
  readonly accountId: string
}

/** Sent like any other message, so that its outcome shows how they fare. */
async function queueTest(
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

interface Bounce {
  readonly providerId: string | undefined
  readonly to: string | undefined
  readonly reason: string
}

/** Records that a message bounced; false if no message matches. */
async function bounce(db: Db, { providerId, to, reason }: Bounce, now: Date): Promise<boolean> {
  const row = await findSent(db, {
    providerIds: providerId ? spellings(providerId) : [],
    to: to ? (recipientOf('email', to) ?? recipientOf('sms', to)) : null,
  })
  if (!row) return false
  const said = cut(oneLine(reason), reasonMax)
  const text = said === '' ? t('outbox.bouncedBare') : t('outbox.bounced', { reason: said })
  await markBounced(db, row.id, text, now)
  return true
}

/** Providers give a mail's Message-ID with or without its brackets. */
function spellings(providerId: string): readonly string[] {
  const bare = providerId.trim().replace(/^<|>$/g, '')
  return [bare, `<${bare}>`]
}

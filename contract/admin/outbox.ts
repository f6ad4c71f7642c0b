import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { countParam, Done, exactly, Id, ListMeta, record, single } from '../wire.ts'

const Channel = z.enum(['email', 'sms'])
const Status = z.enum(['queued', 'sent', 'failed'])

const Message = z.object({
  channel: Channel,
  /** Which text it is, as 'recovery.link'. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Plain text, with the codes and links in it; '' once it is too old to be kept. */
  body: z.string(),
  status: Status,
  attempts: z.number(),
  /** Why it was not sent yet, or not at all; '' otherwise. */
  last_error: z.string(),
  created_at: z.string(),
  /** null: it waits no more. */
  next_attempt_at: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  /** The recipient's server, or the provider, gave it back. */
  bounced_at: z.nullable(z.string()),
  /** False where a code or link in it is over, where its text is gone, and while it waits. */
  can_retry: z.boolean(),
})

export const outbox = endpoint({
  name: 'outbox.list',
  method: 'GET',
  path: '/admin/outbox',
  summary: 'Mails and text messages, newest first, and what became of them',
  access: 'admin',
  query: exactly({
    /** A whole address, or a part of an address or a number. */
    to: z._default(
      z.string().check(z.overwrite(oneLine), z.maxLength(limits.searchMax, 'common.invalid')),
      '',
    ),
    channel: z.optional(Channel),
    status: z.optional(Status),
    page: countParam(1, 1, 1_000_000),
    per_page: countParam(limits.outboxPageSize, 1, limits.listPageSizeMax),
  }),
  reply: z.object({
    data: z.array(record(Message)),
    meta: z.extend(ListMeta, {
      /** Whether there is a server that sends; without one, messages wait here. */
      email_is_set_up: z.boolean(),
      sms_is_set_up: z.boolean(),
    }),
  }),
  offline: 'needs-network',
})

export const retryMessage = endpoint({
  name: 'outbox.retry',
  method: 'POST',
  path: '/admin/outbox/{id}/retry',
  summary: 'Send a message that failed once more',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: single(Message),
  fails: ['request.notFound', 'message.notFailed', 'message.over'],
  offline: 'needs-network',
})

export const testMessage = endpoint({
  name: 'outbox.test',
  method: 'POST',
  path: '/admin/outbox/test',
  summary: 'Send a test message',
  access: 'admin',
  body: exactly({ channel: Channel, to: z.string().check(z.maxLength(limits.emailMax, 'common.invalid')) }),
  reply: single(Message),
  status: 201,
  fails: ['request.invalid', 'request.tooMany'],
  offline: 'needs-network',
})

/** A provider's words end in the outbox alone; longer ones are cut there. */
const Word = z.string().check(z.overwrite(oneLine), z.maxLength(2_000, 'common.invalid'))

/** Proven by `BOUNCE_SECRET` in the header `authorization`: as a bearer token, or as the password of a basic login. */
export const reportBounce = endpoint({
  name: 'outbox.bounce',
  method: 'POST',
  path: '/admin/outbox/bounces',
  summary: 'For mail providers: a message came back',
  access: 'public',
  body: z.object({
    /** The mail's Message-ID or the provider's own name of it. */
    provider_id: z.optional(Word),
    /** Without an id: the newest message to this address or number counts. */
    to: z.optional(Word),
    reason: z.optional(Word),
  }),
  reply: Done,
  fails: ['access.denied', 'request.invalid'],
  rates: [{ limit: 3_000, seconds: 60, by: 'address' }],
  replayable: false,
  bodyBytes: 16 * 1024,
  offline: 'needs-network',
})

/** Twilio's status callback, as it sends it; proven like `bounces`. */
export const reportSmsStatus = endpoint({
  name: 'outbox.smsStatus',
  method: 'POST',
  path: '/admin/outbox/sms_status',
  summary: 'For SMS providers: what became of a text message',
  access: 'public',
  form: true,
  body: z.object({
    MessageSid: Word,
    MessageStatus: Word,
    ErrorCode: z.optional(Word),
    ErrorMessage: z.optional(Word),
  }),
  reply: Done,
  fails: ['access.denied'],
  rates: [{ limit: 3_000, seconds: 60, by: 'address' }],
  replayable: false,
  bodyBytes: 16 * 1024,
  offline: 'needs-network',
})

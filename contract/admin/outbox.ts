import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { countParam, Done, exactly, Id, ListMeta, record, SearchText, single } from '../wire.ts'

const Channel = z.enum(['email', 'sms'])
const Status = z.enum(['queued', 'sent', 'failed'])

const Message = z.object({
  channel: Channel,
  /** The kind of text, such as 'recovery.link'. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Plain text, including codes and links; '' once it is deleted for age. */
  body: z.string(),
  status: Status,
  attempts: z.number(),
  /** Why it was not sent; '' otherwise. */
  last_error: z.string(),
  created_at: z.string(),
  /** null: it no longer waits. */
  next_attempt_at: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  /** When the recipient's server or the provider returned it. */
  bounced_at: z.nullable(z.string()),
  /** False if a code or link in it has expired, if its text is deleted, and while it waits. */
  can_retry: z.boolean(),
})

export const outbox = endpoint({
  name: 'outbox.list',
  method: 'GET',
  path: '/admin/outbox',
  summary: 'Mails and text messages, newest first, and what became of them',
  access: 'admin',
  query: exactly({
    /** A whole address, or part of an address or number. */
    to: z._default(SearchText, ''),
    channel: z.optional(Channel),
    status: z.optional(Status),
    page: countParam(1, 1, 1_000_000),
    per_page: countParam(limits.outboxPageSize, 1, limits.listPageSizeMax),
  }),
  reply: z.object({
    data: z.array(record(Message)),
    meta: z.extend(ListMeta, {
      /** Whether a sending service is configured; without one, messages wait here. */
      email_is_set_up: z.boolean(),
      sms_is_set_up: z.boolean(),
    }),
  }),
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
})

/** A provider's message for the outbox only; longer ones are cut there. */
const Word = z.string().check(z.overwrite(oneLine), z.maxLength(2_000, 'common.invalid'))

/**
 * Authenticated by `BOUNCE_SECRET` in the header `authorization`: as a bearer token, or as the password of
 * basic authentication.
 */
export const reportBounce = endpoint({
  name: 'outbox.bounce',
  method: 'POST',
  path: '/admin/outbox/bounces',
  summary: 'For mail providers: a message came back',
  access: 'public',
  body: z.object({
    /** The mail's Message-ID or the provider's id. */
    provider_id: z.optional(Word),
    /** Without an id: the newest message to this address or number. */
    to: z.optional(Word),
    reason: z.optional(Word),
  }),
  reply: Done,
  fails: ['access.denied', 'request.invalid'],
  rates: [{ limit: 3_000, seconds: 60, by: 'address' }],
  replayable: false,
  bodyBytes: 16 * 1024,
})

/** Twilio's status callback, in its format; authenticated like `bounces`. */
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
})

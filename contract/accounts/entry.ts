import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { atEitherPlace } from '../rules/at-either-place.ts'
import { CurrentPassword } from '../rules/password.ts'
import { RequiredPhone } from '../rules/phone.ts'
import { Capability, Done, exactly } from '../wire.ts'
import { CodeSent } from './code-sent.ts'
import { GivenCode } from './entry-bodies.ts'
import { abilitiesCall } from './login-calls.ts'

const HeldToken = z.string().check(z.maxLength(200, 'entry.codeNotValid'))

/** Sends a code to any number. Only the recipient of the code learns whether the number has an account. */
export const sendCode = endpoint({
  name: 'entry.sendCode',
  method: 'POST',
  path: '/account/accounts/send_otps',
  summary: 'Send a one-time code by SMS, to sign up or to log in',
  access: 'public',
  body: z.object({
    data: z.object({
      type: z.optional(z.string().check(z.maxLength(40))),
      attributes: z.object({
        full_phone_number: RequiredPhone,
        purpose: z._default(z.enum(['sign-up', 'log-in']), 'sign-up'),
      }),
    }),
  }),
  reply: CodeSent,
  fails: ['phone.notServed'],
  replayable: false,
})

/**
 * The code is in the body, where no access log records it; the query and path forms are the specification's.
 */
export const confirmCode = endpoint({
  name: 'entry.confirmCode',
  method: 'POST',
  path: '/account/accounts/sms_confirmation',
  aliases: ['/account/accounts/sms_confirmation/{pin}'],
  summary: 'Confirm the code that was sent by SMS; its token stands in the header or in the body',
  access: 'public',
  params: z.object({ pin: z.optional(GivenCode) }),
  query: exactly({ pin: z.optional(GivenCode) }),
  body: z.nullish(
    atEitherPlace({
      pin: z.optional(GivenCode),
      otp_code: z.optional(GivenCode),
      token: z.optional(HeldToken),
    }),
  ),
  reply: z.object({
    data: z.object({ message: z.string() }),
    messages: z.array(z.object({ otp: z.string() })),
    meta: z.object({
      /** Proves the number for 30 minutes, once: for a sign-up, or for a login if it has an account. */
      token: z.string(),
      has_account: z.boolean(),
    }),
  }),
  fails: ['code.wrong', 'request.tooMany'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'tries' }],
  replayable: false,
})

export const confirmEmail = endpoint({
  name: 'entry.confirmEmail',
  method: 'POST',
  path: '/account/accounts/email_confirmation',
  summary: 'Confirm an address by the link that was mailed to it',
  access: 'anybody',
  body: z.object({
    token: Capability,
    /** The account's password, from a caller not logged in to it; password and all sessions then stay. */
    password: z.optional(CurrentPassword),
  }),
  reply: z.object({
    data: z.object({ message: z.string(), email: z.string() }),
    meta: z.object({
      /**
       * For `PATCH bx_block_forgot_password/reset`. The first proof by a caller with only the mailbox ends
       * password, sessions and all other logins of the account; null if they stay.
       */
      token: z.nullable(z.string()),
    }),
  }),
  fails: ['link.expired', 'password.wrong', 'request.tooMany', 'email.logInFirst'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'refusals' }],
  secret: true,
  replayable: false,
})

export const resendEmailLink = endpoint({
  name: 'entry.resendEmailLink',
  method: 'POST',
  path: '/account/accounts/resend_email_confirmation',
  summary: 'Mail the link that confirms the address once more',
  access: 'surveyor',
  reply: Done,
  fails: ['request.tooMany', 'email.confirmed', 'email.none'],
})

export const abilities = endpoint({
  name: 'entry.abilities',
  ...abilitiesCall,
  summary: 'What this installation is set up for: emails, text messages, social sign-in',
  reply: z.object({
    data: z.object({ sends_email: z.boolean(), sends_sms: z.boolean(), has_social: z.boolean() }),
  }),
  offline: 'cache',
})

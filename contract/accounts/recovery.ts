import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { atEitherPlace, fieldsOf } from '../rules/at-either-place.ts'
import { emailPattern } from '../rules/email-pattern.ts'
import { newPasswordPair } from '../rules/new-password.ts'
import { RequiredPhone } from '../rules/phone.ts'
import { required } from '../rules/required.ts'
import { Done, exactly } from '../wire.ts'
import { CodeSent } from './code-sent.ts'
import { PasswordReset } from './session-reply.ts'

/** The address for recovery: a malformed one is reported, an unknown one never is. */
const RecoveryEmail = z
  .string(required('recovery.emailRequired'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'recovery.emailRequired', abort: true }),
    z.maxLength(limits.emailMax, 'recovery.emailInvalid'),
    z.regex(emailPattern, 'recovery.emailInvalid'),
  )

const Token = z.string(required('recovery.linkOver')).check(z.maxLength(200, 'recovery.linkOver'))
const Host = z.optional(z.string().check(z.maxLength(300)))

export const askResetLink = endpoint({
  name: 'recovery.askLink',
  method: 'POST',
  path: '/bx_block_forgot_password/forgot',
  aliases: ['/forgot_password/forgot'],
  summary: 'Mail a link for a new password; known and unknown addresses get the same answer',
  access: 'public',
  body: z.object({
    data: z.object({ attributes: z.object({ email: RecoveryEmail, host: Host }), host: Host }),
    /** The page's origin. Used only if it is one of the installation's configured addresses. */
    host: Host,
  }),
  reply: Done,
  fails: ['request.tooMany'],
})

export const checkResetLink = endpoint({
  name: 'recovery.checkLink',
  method: 'GET',
  path: '/bx_block_forgot_password/forgot_password',
  aliases: ['/forgot_password/forgot_password'],
  summary: 'Whether the token of a mailed link still opens the reset; it is not spent by this',
  access: 'public',
  query: exactly({ token: Token }),
  reply: z.object({ token: z.string(), meta: z.object({ token: z.string() }) }),
  fails: ['reset.linkOver'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'refusals' }],
})

export const askResetCode = endpoint({
  name: 'recovery.askCode',
  method: 'POST',
  path: '/forgot_password/otp',
  aliases: ['/bx_block_forgot_password/otp'],
  summary: 'Send a one-time code to a number or an address; known and unknown get the same answer',
  access: 'public',
  body: atEitherPlace({
    email: z.optional(RecoveryEmail),
    full_phone_number: z.optional(RequiredPhone),
  }).check(
    z.refine((body) => Object.keys(fieldsOf(body)).length > 0, {
      error: 'recovery.phoneRequired',
      path: ['full_phone_number'],
    }),
  ),
  reply: CodeSent,
  fails: ['request.tooMany'],
  replayable: false,
})

export const confirmResetCode = endpoint({
  name: 'recovery.confirmCode',
  method: 'POST',
  path: '/forgot_password/otp_confirmation',
  aliases: ['/bx_block_forgot_password/otp_confirmation'],
  summary: 'Confirm a one-time code; its token then opens the choice of a new password, once',
  access: 'public',
  body: atEitherPlace({
    token: z.optional(Token),
    otp_code: z.optional(z.string().check(z.maxLength(20, 'entry.codeNotValid'))),
  }),
  reply: z.object({ data: z.object({ message: z.string() }), meta: z.object({ token: z.string() }) }),
  fails: ['code.wrong', 'request.tooMany'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'tries' }],
  replayable: false,
})

interface PasswordFields {
  readonly token?: string | undefined
  readonly new_password?: string | undefined
  readonly confirm_password?: string | undefined
}

export const setPasswordByCode = endpoint({
  name: 'recovery.setPassword',
  method: 'POST',
  path: '/forgot_password/password',
  aliases: ['/bx_block_forgot_password/password'],
  summary: 'Choose a new password with the token of a confirmed code',
  access: 'public',
  body: atEitherPlace({
    token: z.optional(Token),
    new_password: z.optional(z.string()),
    confirm_password: z.optional(z.string()),
  }).check(...newPasswordPair(fieldsOf<PasswordFields>)),
  reply: PasswordReset,
  fails: ['reset.linkOver', 'password.same', 'password.common'],
  rates: [{ limit: 30, seconds: 600, by: 'address', counts: 'tries' }],
  replayable: false,
})

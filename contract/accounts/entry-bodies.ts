import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { Email } from '../rules/email.ts'
import { PersonName } from '../rules/name.ts'
import { oneLine } from '../rules/one-line.ts'
import { NewPassword } from '../rules/password.ts'
import { MobilePhone, OptionalPhone } from '../rules/phone.ts'
import { required } from '../rules/required.ts'
import { record } from '../wire.ts'
import { SessionReply } from './session-reply.ts'
import { SocialAttributes } from './social.ts'

/** A password as typed at login: any text, so that an old rule never locks a user out. */
const GivenPassword = z.string().check(z.maxLength(limits.passwordMax, 'accounts.loginWrong'))

/** The token from `send_otps`, after its code was confirmed. */
const CodeToken = z.string().check(z.maxLength(200, 'entry.codeNotValid'))

/** The code as typed: malformed input counts as a wrong code. */
export const GivenCode = z.string().check(z.maxLength(20, 'entry.codeNotValid'))

/** A field of the form without which there is no account (spec §5 'Sign-up'). */
function mandatory<Rule extends z.ZodMiniType<unknown, string>>(rule: Rule) {
  const given = z
    .string(required('accounts.allMandatory'))
    .check(z.regex(/\S/, { error: 'accounts.allMandatory', abort: true }))
  return z.pipe(given, rule)
}

const Names = { first_name: mandatory(PersonName), last_name: mandatory(PersonName) }

/** The three types of accounts; each needs different proof (spec §1). */
export const SignUpBody = z.object({
  data: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('email_account'),
      attributes: z.object({
        ...Names,
        email: mandatory(Email),
        password: mandatory(NewPassword),
        full_phone_number: OptionalPhone,
        /** Of a confirmed code for that number, which then counts as proven. */
        token: z.optional(CodeToken),
      }),
    }),
    z.object({
      type: z.literal('sms_account'),
      attributes: z.object({
        ...Names,
        full_phone_number: mandatory(MobilePhone),
        password: mandatory(NewPassword),
        email: z.optional(Email),
        /** Of the confirmed code; may be in the header `token` too. */
        token: z.optional(CodeToken),
      }),
    }),
    z.object({ type: z.literal('social_account'), attributes: SocialAttributes }),
  ]),
})

const Remember = { remember_me: z.optional(z.boolean()) }

export const LogInBody = z.object({
  data: z.discriminatedUnion('type', [
    z.object({
      type: z.optional(z.literal('email_account')),
      attributes: z
        .object({
          email: z._default(
            z
              .string()
              .check(
                z.overwrite(oneLine),
                z.toLowerCase(),
                z.maxLength(limits.emailMax, 'accounts.loginWrong'),
              ),
            '',
          ),
          password: z._default(GivenPassword, ''),
          ...Remember,
        })
        .check(
          z.refine(({ email, password }) => email !== '' || password !== '', {
            error: 'accounts.loginBothMissing',
            path: ['message'],
            abort: true,
          }),
          z.refine(({ email }) => email !== '', { error: 'accounts.emailMissing', path: ['email'] }),
          z.refine(({ password }) => password !== '', {
            error: 'accounts.passwordMissing',
            path: ['password'],
          }),
        ),
    }),
    z.object({
      type: z.literal('sms_account'),
      attributes: z
        .object({
          full_phone_number: MobilePhone,
          password: z.optional(GivenPassword),
          /** Of a confirmed code, in place of the password. */
          token: z.optional(CodeToken),
          ...Remember,
        })
        .check(
          z.refine(({ password, token }) => Boolean(password) || Boolean(token), {
            error: 'accounts.passwordMissing',
            path: ['password'],
          }),
        ),
    }),
    z.object({ type: z.literal('social_account'), attributes: SocialAttributes }),
  ]),
})

/** The new account; a sign-up by a proven social sign-in also logs in (`meta`). */
export const SignUpReply = z.object({
  data: record(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      full_phone_number: z.string(),
      type: z.string(),
      created_at: z.string(),
      is_one_time_password_expired: z.optional(z.boolean()),
    }),
  ),
  meta: z.optional(SessionReply.shape.meta),
})

/** Whether the reply has no session token; only a social sign-up's reply has one. */
export function answersWithoutSecret(body: unknown): boolean {
  return SignUpBody.safeParse(body).data?.data.type !== 'social_account'
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Email } from './rules/email.ts'
import { PersonName } from './rules/name.ts'
import { oneLine } from './rules/one-line.ts'
import { NewPassword } from './rules/password.ts'
import { FullPhone } from './rules/phone.ts'
import { SessionReply } from './session-reply.ts'
import { Done, Id, record, single } from './wire.ts'

/** A password as typed at login: any text, so that an old rule never locks anybody out. */
const GivenPassword = z
  .string()
  .check(z.minLength(1, 'accounts.passwordMissing'), z.maxLength(limits.passwordMax, 'accounts.loginWrong'))

const Account = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  full_phone_number: z.string(),
  type: z.string(),
  created_at: z.string(),
})

export const signUp = endpoint({
  name: 'accounts.signUp',
  method: 'POST',
  path: '/account/accounts',
  summary: 'Create an account with email and password',
  access: 'public',
  body: z.object({
    data: z.object({
      type: z.literal('email_account'),
      attributes: z.object({
        first_name: PersonName,
        last_name: PersonName,
        email: Email,
        password: NewPassword,
        full_phone_number: z.optional(FullPhone),
      }),
    }),
  }),
  reply: single(Account),
  status: 201,
  fails: ['account.emailTaken'],
  rates: [{ limit: 20, seconds: 3600, by: 'address' }],
  secret: true,
  offline: 'needs-network',
})

export const logIn = endpoint({
  name: 'accounts.logIn',
  method: 'POST',
  path: '/login/login',
  aliases: ['/bx_block_login/login'],
  summary: 'Log in with email and password',
  access: 'public',
  body: z.object({
    data: z.object({
      type: z.optional(z.string().check(z.maxLength(40))),
      attributes: z.object({
        email: z
          .string()
          .check(z.overwrite(oneLine), z.toLowerCase(), z.maxLength(limits.emailMax, 'accounts.loginWrong')),
        password: GivenPassword,
        remember_me: z.optional(z.boolean()),
      }),
    }),
  }),
  reply: SessionReply,
  fails: ['login.wrong'],
  rates: [
    { limit: 100, seconds: 600, by: 'address' },
    { limit: 10, seconds: 600, by: 'email' },
  ],
  replayable: false,
  offline: 'needs-network',
})

export const loginErrors = endpoint({
  name: 'accounts.loginErrors',
  method: 'GET',
  path: '/login/validations',
  summary: "The login page's error texts",
  access: 'public',
  reply: z.object({ data: z.array(z.record(z.string(), z.string())) }),
  offline: 'cache',
})

export const logOut = endpoint({
  name: 'accounts.logOut',
  method: 'DELETE',
  path: '/login/session',
  summary: 'End this session',
  access: 'restricted',
  reply: Done,
  offline: 'queue',
})

/** The forced change after the first login (spec §4 'Login'); later also the reset by mail. */
export const resetPassword = endpoint({
  name: 'accounts.resetPassword',
  method: 'PATCH',
  path: '/bx_block_forgot_password/reset',
  summary: 'Replace a one-time password by one of the account’s own',
  access: 'restricted',
  body: z.object({
    data: z
      .object({
        attributes: z.object({
          token: z.optional(z.string().check(z.maxLength(200))),
          new_password: NewPassword,
          confirm_password: z.string().check(z.maxLength(limits.passwordMax)),
        }),
      })
      .check(
        z.refine((data) => data.attributes.new_password === data.attributes.confirm_password, {
          error: 'accounts.passwordsDiffer',
          path: ['attributes', 'password'],
        }),
      ),
  }),
  reply: SessionReply,
  fails: ['password.same', 'access.denied'],
  replayable: false,
  offline: 'needs-network',
})

export const validations = endpoint({
  name: 'accounts.validations',
  method: 'GET',
  path: '/profile/validations',
  summary: 'Patterns and helper texts for email and password',
  access: 'public',
  reply: z.object({
    data: z.array(
      z.object({
        password_validation_regexp: z.string(),
        password_validation_rules: z.string(),
        email_validation_regexp: z.string(),
      }),
    ),
  }),
  offline: 'cache',
})

export const profile = endpoint({
  name: 'accounts.profile',
  method: 'GET',
  path: '/profile/profile',
  summary: 'The signed-in account',
  access: 'restricted',
  reply: z.object({ data: record(Account), meta: z.object({ role: z.enum(['admin', 'surveyor']) }) }),
  offline: 'cache',
})

export const countryCodes = endpoint({
  name: 'accounts.countryCodes',
  method: 'GET',
  path: '/account/accounts/country_code_and_flag',
  summary: 'Countries with flag and calling code',
  access: 'public',
  reply: z.object({
    data: z.array(record(z.object({ emoji_flag: z.string(), name: z.string(), country_code: z.string() }))),
  }),
  offline: 'cache',
})

export const sessions = endpoint({
  name: 'accounts.sessions',
  method: 'GET',
  path: '/login/sessions',
  summary: 'The devices on which the account is signed in',
  access: 'surveyor',
  reply: z.object({
    data: z.array(
      record(
        z.object({
          created_at: z.string(),
          last_seen_at: z.string(),
          user_agent: z.string(),
          is_current: z.boolean(),
        }),
      ),
    ),
  }),
  offline: 'needs-network',
})

export const endOtherSessions = endpoint({
  name: 'accounts.endOtherSessions',
  method: 'DELETE',
  path: '/login/sessions',
  summary: 'Sign all other devices out',
  access: 'surveyor',
  reply: Done,
  offline: 'needs-network',
})

export const endSession = endpoint({
  name: 'accounts.endSession',
  method: 'DELETE',
  path: '/login/sessions/{id}',
  summary: 'Sign another device out',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['request.notFound'],
  offline: 'needs-network',
})

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { newPasswordPair } from '../rules/new-password.ts'
import { Done, Id, record } from '../wire.ts'
import { answersWithoutSecret, LogInBody, SignUpBody, SignUpReply } from './entry-bodies.ts'
import { logInCall } from './login-calls.ts'
import { ProfileReply } from './profile-reply.ts'
import { PasswordReset, SessionReply } from './session-reply.ts'
import { socialFails } from './social.ts'

export const signUp = endpoint({
  name: 'accounts.signUp',
  method: 'POST',
  path: '/account/accounts',
  summary: 'Create an account: by email, by a proven phone number, or by a proven sign-in elsewhere',
  access: 'public',
  body: SignUpBody,
  reply: SignUpReply,
  status: 201,
  fails: ['account.emailTaken', 'account.phoneTaken', 'password.common', 'code.wrong', ...socialFails],
  rates: [{ limit: 20, seconds: 3600, by: 'address' }],
  secret: true,
  hashesPassword: true,
  replayable: answersWithoutSecret,
  bodyBytes: limits.identityTokenBodyBytes,
})

export const logIn = endpoint({
  name: 'accounts.logIn',
  ...logInCall,
  aliases: ['/bx_block_login/login'],
  summary: 'Log in: by email or phone and password, by a confirmed code, or by a proven sign-in elsewhere',
  body: LogInBody,
  reply: SessionReply,
  fails: ['login.wrong', 'request.tooMany', ...socialFails],
  rates: [
    { limit: 100, seconds: 600, by: 'address' },
    { limit: 10, seconds: 600, by: 'email' },
  ],
  hashesPassword: true,
  replayable: false,
  bodyBytes: limits.identityTokenBodyBytes,
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

/**
 * With the token of a mailed link; or, in its session, the forced change after a one-time password (spec §4
 * 'Login').
 */
export const resetPassword = endpoint({
  name: 'accounts.resetPassword',
  method: 'PATCH',
  path: '/bx_block_forgot_password/reset',
  aliases: ['/forgot_password/reset'],
  summary: 'Choose a new password by a mailed link, or in place of a one-time password',
  access: 'optional',
  body: z.object({
    data: z.object({
      attributes: z
        .object({
          token: z.optional(z.string().check(z.maxLength(200, 'recovery.linkOver'))),
          new_password: z._default(z.string(), ''),
          confirm_password: z._default(z.string(), ''),
        })
        .check(
          ...newPasswordPair((attributes: { new_password: string; confirm_password: string }) => attributes),
        ),
    }),
  }),
  reply: PasswordReset,
  fails: ['session.missing', 'reset.linkOver', 'password.same', 'password.common', 'access.denied'],
  rates: [{ limit: 30, seconds: 600, by: 'address', counts: 'tries' }],
  replayable: false,
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
  reply: ProfileReply,
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
})

export const endOtherSessions = endpoint({
  name: 'accounts.endOtherSessions',
  method: 'DELETE',
  path: '/login/sessions',
  summary: 'Sign all other devices out',
  access: 'surveyor',
  reply: Done,
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
})

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { Done, Id, record, single } from '../wire.ts'
import { passkeyLoginCall, passkeyLoginOptionsCall } from './login-calls.ts'
import { SessionReply } from './session-reply.ts'

/** Keys and signatures from browsers: URL-safe base64, a few kilobytes at most. */
const Bytes = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,12000}$/, 'passkeys.refused'))
const common = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
}

/** The parts of WebAuthn's `RegistrationResponseJSON` that are read. */
const NewCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})

/** The parts of WebAuthn's `AuthenticationResponseJSON` that are read. */
const Signed = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.optional(Bytes),
  }),
})

/** Options for the browser (`PublicKeyCredential…OptionsJSON`); `id` identifies the challenge. */
const Challenge = single(z.object({ options: z.record(z.string(), z.unknown()) }))

const Passkey = z.object({
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** Synced by the user's password manager, so that it survives the loss of the device. */
  backed_up: z.boolean(),
})

const Name = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.minLength(1, 'passkeys.nameMissing'),
    z.maxLength(limits.passkeyNameMax, 'common.invalid'),
  )

export const passkeys = endpoint({
  name: 'passkeys.list',
  method: 'GET',
  path: '/login/passkeys',
  summary: 'The passkeys of the account',
  access: 'surveyor',
  reply: z.object({ data: z.array(record(Passkey)) }),
})

/**
 * A session older than a few minutes must include the password, or log in again if there is none, so that an
 * unlocked phone can't be used to add a passkey.
 */
export const newPasskeyOptions = endpoint({
  name: 'passkeys.newOptions',
  method: 'POST',
  path: '/login/passkeys/options',
  summary: 'Begin to add a passkey',
  access: 'surveyor',
  body: z.object({
    data: z.object({
      attributes: z.object({
        current_password: z.optional(z.string().check(z.maxLength(limits.passwordMax))),
      }),
    }),
  }),
  reply: Challenge,
  fails: [
    'passkey.confirmFirst',
    'passkey.logInAgain',
    'passkey.tooMany',
    'passkey.noDomain',
    'request.tooMany',
  ],
  rates: [{ limit: 20, seconds: 600, by: 'account' }],
  secret: true,
  replayable: false,
})

export const addPasskey = endpoint({
  name: 'passkeys.add',
  method: 'POST',
  path: '/login/passkeys',
  summary: 'Add the passkey that the browser made',
  access: 'surveyor',
  body: z.object({
    data: z.object({ id: Id, attributes: z.object({ name: Name, response: NewCredential }) }),
  }),
  reply: single(Passkey),
  status: 201,
  fails: ['passkey.refused', 'passkey.tooMany'],
  replayable: false,
})

export const renamePasskey = endpoint({
  name: 'passkeys.rename',
  method: 'PATCH',
  path: '/login/passkeys/{id}',
  summary: 'Give a passkey another name',
  access: 'surveyor',
  params: z.object({ id: Id }),
  body: z.object({ data: z.object({ attributes: z.object({ name: Name }) }) }),
  reply: single(Passkey),
  fails: ['request.notFound'],
})

export const removePasskey = endpoint({
  name: 'passkeys.remove',
  method: 'DELETE',
  path: '/login/passkeys/{id}',
  summary: 'Remove a passkey: it opens the account no more',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['request.notFound', 'account.lastWayIn'],
})

export const passkeyLoginOptions = endpoint({
  name: 'passkeys.loginOptions',
  ...passkeyLoginOptionsCall,
  summary: 'Begin a login with a passkey',
  reply: Challenge,
  fails: ['passkey.noDomain'],
  rates: [{ limit: 100, seconds: 600, by: 'address' }],
  replayable: false,
})

export const passkeyLogin = endpoint({
  name: 'passkeys.login',
  ...passkeyLoginCall,
  summary: 'Log in with a passkey',
  body: z.object({
    data: z.object({
      id: Id,
      attributes: z.object({ response: Signed, remember_me: z.optional(z.boolean()) }),
    }),
  }),
  reply: SessionReply,
  fails: ['passkey.refused'],
  rates: [{ limit: 100, seconds: 600, by: 'address' }],
  replayable: false,
  bodyBytes: 16 * 1024,
})

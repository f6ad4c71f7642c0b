import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Capability, Done, Id, record, single } from '../wire.ts'
import { SessionReply } from './session-reply.ts'

/** The name of a provider in configuration and addresses. */
export const ProviderId = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/, 'social.notConfigured'))

const Text = z.string().check(z.maxLength(2_000, 'social.failed'))
const Proof = {
  provider: z.optional(ProviderId),
  /** Parameters that the provider added to the return address. */
  code: z.optional(Text),
  state: z.optional(Text),
  iss: z.optional(Text),
  /** Of the browser that started the attempt; alone, it continues an already proven one. */
  secret: z.optional(Capability),
  /** The direct way: an identity token with the nonce of an attempt. */
  id_token: z.optional(z.string().check(z.maxLength(16_000, 'social.failed'))),
}

interface GivenProof {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly secret?: string | undefined
  readonly id_token?: string | undefined
}

function holdsProof({ code, state, secret, id_token }: GivenProof): boolean {
  return Boolean(id_token) || (Boolean(secret) && Boolean(code) === Boolean(state))
}

/**
 * The attributes of `social_account` at sign-up and login (spec §3). `email`, `password` and `unique_auth_id`
 * are accepted and ignored: only the provider's proof identifies the user.
 */
export const SocialAttributes = z
  .object({
    ...Proof,
    email: z.optional(Text),
    password: z.optional(Text),
    unique_auth_id: z.optional(Text),
    remember_me: z.optional(z.boolean()),
  })
  .check(z.refine(holdsProof, { error: 'social.failed', path: ['message'] }))

/** Failures of `enterSocial`, for the `fails` of the calls that accept `social_account`. */
export const socialFails = [
  'social.refused',
  'social.unavailable',
  'social.notConfigured',
  'social.emailNotProven',
  'social.unknown',
  'social.joinNeeded',
  'social.over',
  'social.taken',
] as const

/**
 * Where to send the browser; `secret` stays with it, `nonce` is for clients that request a token from the
 * provider directly.
 */
const Attempt = single(
  z.object({ authorize_url: z.string(), state: z.string(), nonce: z.string(), secret: z.string() }),
)

const Provider = z.object({ name: z.string() })

const Joined = z.object({
  provider: z.string(),
  name: z.string(),
  /** The account's address at the provider; empty if not shared. */
  email: z.string(),
  created_at: z.string(),
})

export const socialProviders = endpoint({
  name: 'social.providers',
  method: 'GET',
  path: '/login/social/providers',
  summary: 'The providers by which one can sign in here',
  access: 'public',
  reply: z.object({ data: z.array(record(Provider)) }),
  offline: 'cache',
})

export const startSocial = endpoint({
  name: 'social.start',
  method: 'POST',
  path: '/login/social/start',
  summary: 'Begin to sign in at a provider',
  access: 'public',
  body: z.object({ data: z.object({ attributes: z.object({ provider: ProviderId }) }) }),
  reply: Attempt,
  fails: ['social.notConfigured', 'social.unavailable'],
  rates: [{ limit: 60, seconds: 600, by: 'address' }],
  replayable: false,
})

/** Links an identity to the account with the same address, by that account's password … */
export const joinByPassword = endpoint({
  name: 'social.joinByPassword',
  method: 'POST',
  path: '/login/social/join',
  summary: 'Join a proven sign-in to the account of its address, by password',
  access: 'public',
  body: z.object({
    data: z.object({
      attributes: z.object({
        secret: Capability,
        password: z
          .string()
          .check(
            z.minLength(1, 'accounts.passwordMissing'),
            z.maxLength(limits.passwordMax, 'social.passwordWrong'),
          ),
        remember_me: z.optional(z.boolean()),
      }),
    }),
  }),
  reply: SessionReply,
  fails: ['social.over', 'social.passwordWrong', 'social.taken'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'tries' }],
  secret: true,
  hashesPassword: true,
  replayable: false,
})

/** … or by a link that is mailed to the address. */
export const mailJoinLink = endpoint({
  name: 'social.mailJoinLink',
  method: 'POST',
  path: '/login/social/join_link',
  summary: 'Mail a link that joins a proven sign-in to the account of its address',
  access: 'public',
  body: z.object({ data: z.object({ attributes: z.object({ secret: Capability }) }) }),
  reply: z.object({ data: z.object({ message: z.string() }) }),
  fails: ['social.over', 'social.emailNotProven'],
  secret: true,
  replayable: false,
})

const LinkBody = z.object({ data: z.object({ attributes: z.object({ token: Capability }) }) })

/** Read-only: the page asks before it uses the link. */
export const joinLinkDetails = endpoint({
  name: 'social.joinLinkDetails',
  method: 'POST',
  path: '/login/social/join_link/details',
  summary: 'What a mailed link joins',
  access: 'public',
  body: LinkBody,
  reply: single(
    z.object({
      provider: z.string(),
      /** Names of the provider's account and of the account here. */
      who: z.string(),
      email: z.string(),
      /** The address here was not proven: all previous logins of the account end. */
      replaces_all: z.boolean(),
    }),
  ),
  fails: ['link.expired'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'refusals' }],
  secret: true,
  replayable: false,
})

export const joinByLink = endpoint({
  name: 'social.joinByLink',
  method: 'POST',
  path: '/login/social/join_link/confirm',
  summary: 'Join by a mailed link',
  access: 'public',
  body: LinkBody,
  reply: SessionReply,
  fails: ['link.expired', 'social.taken'],
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'refusals' }],
  secret: true,
  replayable: false,
})

export const socialAccounts = endpoint({
  name: 'social.accounts',
  method: 'GET',
  path: '/login/social_accounts',
  summary: 'The accounts elsewhere that open this account',
  access: 'surveyor',
  reply: z.object({ data: z.array(record(Joined)) }),
})

/**
 * A session older than a few minutes must include the password, so that an unlocked phone can't be used to
 * add a login.
 */
export const startJoining = endpoint({
  name: 'social.startJoining',
  method: 'POST',
  path: '/login/social_accounts/start',
  summary: 'Begin to join an account elsewhere',
  access: 'surveyor',
  body: z.object({
    data: z.object({
      attributes: z.object({
        provider: ProviderId,
        current_password: z.optional(z.string().check(z.maxLength(limits.passwordMax))),
      }),
    }),
  }),
  reply: Attempt,
  fails: [
    'social.notConfigured',
    'social.unavailable',
    'social.confirmFirst',
    'social.logInAgain',
    'request.tooMany',
  ],
  rates: [{ limit: 20, seconds: 600, by: 'account' }],
  secret: true,
  replayable: false,
})

export const joinSocial = endpoint({
  name: 'social.join',
  method: 'POST',
  path: '/login/social_accounts',
  summary: 'Join the account elsewhere that was signed in to',
  access: 'surveyor',
  body: z.object({
    data: z.object({
      attributes: z.object(Proof).check(z.refine(holdsProof, { error: 'social.failed', path: ['message'] })),
    }),
  }),
  reply: single(Joined),
  status: 201,
  fails: ['social.notConfigured', 'social.unavailable', 'social.refused', 'social.over', 'social.taken'],
  replayable: false,
})

export const partSocial = endpoint({
  name: 'social.part',
  method: 'DELETE',
  path: '/login/social_accounts/{id}',
  summary: 'Remove a joined account: it opens this one no more',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['request.notFound', 'account.lastWayIn'],
})

import * as z from 'zod/mini'
import { keyScopes } from '../api-key-scope.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { countParam, Done, exactly, Id, ListMeta, record } from '../wire.ts'

/** The choices of how long a key lasts, in days; null = until it is revoked. */
export const keyLives = [30, 90, 365, null] as const

const named = z.nullable(z.object({ id: z.string(), name: z.string() }))
const key = {
  name: z.string(),
  /** The key's first characters. */
  hint: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** null = not limited to a team. */
  team: named,
  /** null = not limited to a template. The id is that of the template's newest version. */
  template: named,
  created_at: z.string(),
  /** null = never. */
  expires_at: z.nullable(z.string()),
  is_expired: z.boolean(),
  last_used_at: z.nullable(z.string()),
}
const Key = z.object(key)
const AnyKey = z.object({
  ...key,
  account: z.object({ id: z.string(), name: z.string(), email: z.string() }),
})

export const apiKeys = endpoint({
  name: 'apiKeys.list',
  method: 'GET',
  path: '/profile/api_keys',
  summary: 'The API keys of the account, without their secrets',
  access: 'surveyor',
  reply: z.object({ data: z.array(record(Key)) }),
})

/** A session older than a few minutes must include the password, as for a passkey. */
export const createApiKey = endpoint({
  name: 'apiKeys.create',
  method: 'POST',
  path: '/profile/api_keys',
  summary: 'Make an API key; the reply is the only one that contains it',
  access: 'surveyor',
  body: exactly({
    data: exactly({
      attributes: exactly({
        name: z
          .string()
          .check(
            z.overwrite(oneLine),
            z.minLength(1, 'apiKeys.nameMissing'),
            z.maxLength(limits.apiKeyNameMax, 'common.invalid'),
          ),
        scopes: z
          .array(z.enum(keyScopes))
          .check(z.minLength(1, 'apiKeys.scopeChoose'), z.maxLength(keyScopes.length, 'common.invalid')),
        expires_in_days: z.union(
          keyLives.map((days) => z.literal(days)),
          'apiKeys.expiryChoose',
        ),
        team_id: z.optional(z.nullable(Id)),
        /** Any version of a template. */
        template_id: z.optional(z.nullable(Id)),
        current_password: z.optional(z.string().check(z.maxLength(limits.passwordMax))),
      }),
    }),
  }),
  reply: z.object({ data: record(Key), meta: z.object({ key: z.string() }) }),
  status: 201,
  fails: [
    'key.confirmFirst',
    'key.logInAgain',
    'key.tooMany',
    'key.teamNotFound',
    'key.templateNotFound',
    'request.tooMany',
  ],
  rates: [{ limit: 20, seconds: 600, by: 'account' }],
  secret: true,
  replayable: false,
})

export const revokeApiKey = endpoint({
  name: 'apiKeys.revoke',
  method: 'DELETE',
  path: '/profile/api_keys/{id}',
  summary: 'Revoke an API key at once',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['key.notFound'],
})

export const allApiKeys = endpoint({
  name: 'apiKeys.listAll',
  method: 'GET',
  path: '/admin/api_keys',
  summary: 'The API keys of all accounts, the last used first',
  access: 'admin',
  query: exactly({ page: countParam(1, 1, 1_000_000) }),
  reply: z.object({ data: z.array(record(AnyKey)), meta: ListMeta }),
})

export const revokeAnyApiKey = endpoint({
  name: 'apiKeys.revokeAny',
  method: 'DELETE',
  path: '/admin/api_keys/{id}',
  summary: 'Revoke the API key of any account at once',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['key.notFound'],
})

import { v7 as newId } from 'uuid'
import * as agreed from '#contract/accounts/api-keys.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { publishAccess } from '#server/db/notifications.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { confirmPerson } from '#server/features/accounts/password/confirm-person.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { findVersion } from '#server/features/templates/data.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import * as data from './data.ts'
import { presentKeys, presentOwnedKeys } from './present.ts'
import { hintOf, newSecret } from './secret.ts'

const day = 24 * 3_600_000

type Creating = Call<typeof agreed.createApiKey>

export const apiKeyRoutes = [
  serve(agreed.apiKeys, async ({ db, account, now }) => ({
    data: await presentKeys(db, await data.listKeys(db, account.id), now),
  })),

  servePrepared(agreed.createApiKey, { prepare: (call) => confirmPerson(call, 'key') }, async (call) => {
    const { db, account: caller, body, context, now } = call
    const { name, scopes, expires_in_days } = body.data.attributes
    const account = await lockCaller(db, caller)
    if (!account) return fail('request.notFound')
    if ((await data.countKeys(db, account.id)) >= limits.apiKeysMax) return fail('key.tooMany')
    const within = await limitsOf(call)
    if (within instanceof Failure) return within
    const secret = newSecret(context.random)
    const id = newId()
    const key = {
      id,
      accountId: account.id,
      name,
      keyHash: hashToken(secret),
      hint: hintOf(secret),
      scopes: [...new Set(scopes)],
      ...within,
      expiresAt: expires_in_days === null ? null : new Date(now.getTime() + expires_in_days * day),
      unusedTokenHash: context.random(32),
    }
    await data.addKey(db, key, now)
    const detail = { name, scopes: key.scopes.join(', ') }
    const target = { type: 'api_key', id }
    await recordAudit(db, call, { action: 'apiKey.created', accountId: account.id, target, detail })
    await notifyOwner(call, account, name)
    const [made] = await presentKeys(
      db,
      (await data.listKeys(db, account.id)).filter((row) => row.id === id),
      now,
    )
    if (!made) throw new Error('The new key is missing')
    return { data: made, meta: { key: secret } }
  }),

  serve(agreed.revokeApiKey, ({ params, ...call }) => revoke(call, call.account.id, params.id)),

  serve(agreed.allApiKeys, async ({ db, query, now }) => {
    const count = await data.countKeys(db, null)
    const slice = { limit: limits.adminPageSize, offset: (query.page - 1) * limits.adminPageSize }
    const rows = count > slice.offset ? await data.listAllKeys(db, slice) : []
    return {
      data: await presentOwnedKeys(db, rows, now),
      meta: {
        total_pages: Math.ceil(count / limits.adminPageSize),
        total_count: count,
        current_page: query.page,
      },
    }
  }),

  serve(agreed.revokeAnyApiKey, ({ params, ...call }) => revoke(call, null, params.id)),
]

/** Returns the surveys that the new key is limited to. The team must be the caller's own. */
async function limitsOf({ db, account, body }: Creating) {
  const { team_id, template_id } = body.data.attributes
  if (team_id && !(await data.isInTeam(db, account.id, team_id))) return fail('key.teamNotFound')
  const version = template_id ? await findVersion(db, template_id) : null
  if (template_id && !version) return fail('key.templateNotFound')
  return { teamId: team_id ?? null, series: version?.series ?? null }
}

interface Revoking extends Origin {
  readonly db: Db
  readonly account: { readonly id: string }
}

async function revoke(call: Revoking, of: string | null, id: string) {
  const { db, account } = call
  const ended = await data.endKey(db, of, id)
  if (!ended) return fail('key.notFound')
  // Running streams of the key end now instead of at their next heartbeat.
  await publishAccess(db)
  const target = { type: 'api_key', id }
  const detail = { name: ended.name, of: ended.accountId }
  await recordAudit(db, call, { action: 'apiKey.revoked', accountId: account.id, target, detail })
  return { data: { message: t('apiKeys.revoked') } }
}

interface Notifying {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/** Notifies the owner, since a key made by another person would read the surveys for as long as it lasts. */
async function notifyOwner({ db, context, now }: Notifying, account: AccountRow, name: string) {
  if (!account.email) return
  const { email: recipient, id: accountId } = account
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        kind: 'apiKeys.created',
        recipient,
        accountId,
        subject: t('apiKeys.createdSubject'),
        paragraphs: [t('apiKeys.createdText', { name }), t('apiKeys.createdNotYou')],
      },
      now,
    ),
  )
}

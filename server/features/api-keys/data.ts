import { sql } from 'kysely'
import type { KeyScope } from '#contract/api-key-scope.ts'
import type { Db } from '#server/context.ts'
import { addSession } from '#server/features/accounts/sessions/data.ts'

/** The session of a key that does not expire ends then. */
const never = new Date('9999-12-31T00:00:00Z')

export interface NewKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly keyHash: Buffer
  readonly hint: string
  readonly scopes: readonly KeyScope[]
  readonly teamId: string | null
  readonly series: string | null
  readonly expiresAt: Date | null
  /** Hash of a random token that nobody gets, so that nobody can log in with the key's session. */
  readonly unusedTokenHash: Buffer
}

/** Adds a key with its session. */
export async function addKey(db: Db, key: NewKey, now: Date): Promise<void> {
  const { id, accountId } = key
  await addSession(
    db,
    {
      id,
      accountId,
      tokenHash: key.unusedTokenHash,
      restricted: false,
      isKey: true,
      userAgent: '',
      expiresAt: key.expiresAt ?? never,
    },
    now,
  )
  await db
    .insertInto('api_key')
    .values({
      id,
      account_id: accountId,
      name: key.name,
      key_hash: key.keyHash,
      hint: key.hint,
      scopes: [...key.scopes],
      team_id: key.teamId,
      series: key.series,
      created_at: now,
      expires_at: key.expiresAt,
    })
    .execute()
}

function described(db: Db) {
  return db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('team', 'team.id', 'api_key.team_id')
    .selectAll('api_key')
    .select('team.name as team_name')
    .select(sql<string>`trim(account.first_name || ' ' || account.last_name)`.as('owner_name'))
    .select(sql<string>`coalesce(account.email, '')`.as('owner_email'))
    .select(
      sql<string | null>`(
        select id from template where template.series = api_key.series order by version desc limit 1)`.as(
        'template_id',
      ),
    )
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** Returns the account's keys, also expired ones, the newest first. */
export async function listKeys(db: Db, accountId: string) {
  return described(db)
    .where('api_key.account_id', '=', accountId)
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id', 'desc')
    .execute()
}

/** Returns the keys of all accounts, the last used first. */
export async function listAllKeys(db: Db, slice: { readonly limit: number; readonly offset: number }) {
  return described(db)
    .orderBy(sql`coalesce(api_key.last_used_at, api_key.created_at)`, 'desc')
    .orderBy('api_key.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

/** Counts the keys of an account, or of all. */
export async function countKeys(db: Db, accountId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((column) => column.fn.countAll<number>().as('count'))
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Ends a key of the account, or with null of any account. Returns whose it was, or null if there is none. */
export async function endKey(
  db: Db,
  accountId: string | null,
  id: string,
): Promise<{ readonly accountId: string; readonly name: string } | null> {
  const ended = await db
    .deleteFrom('api_key')
    .where('id', '=', id)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .returning(['account_id as accountId', 'name'])
    .executeTakeFirst()
  return ended ?? null
}

/** Whether the account is in the team now. */
export async function isInTeam(db: Db, accountId: string, teamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_member')
    .select('team_id')
    .where('account_id', '=', accountId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a key that is valid now, with its account. */
export async function findLiveKey(db: Db, keyHash: Buffer, now: Date) {
  return (
    db
      .selectFrom('api_key')
      .innerJoin('session', 'session.id', 'api_key.id')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .select(['api_key.id', 'api_key.account_id', 'api_key.name', 'api_key.team_id', 'api_key.series'])
      .select(sql<KeyScope[]>`api_key.scopes`.as('scopes'))
      .select('api_key.last_used_at')
      .where('api_key.key_hash', '=', keyHash)
      .where('session.expires_at', '>', now)
      // Set once the key has expired (`expireSessions`).
      .where('session.restricted', '=', false)
      .where(({ or, eb }) => or([eb('api_key.expires_at', 'is', null), eb('api_key.expires_at', '>', now)]))
      .where('account.deleted_at', 'is', null)
      .where('account.disabled_at', 'is', null)
      .executeTakeFirst()
  )
}

/** Records a use, unless a simultaneous call recorded one after `since`. */
export async function noteKeyUse(db: Db, id: string, now: Date, since: Date): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', since)]))
    .execute()
}

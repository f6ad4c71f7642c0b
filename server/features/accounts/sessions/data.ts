import { type Selectable, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { aheadOf } from '#server/db/clock.ts'
import type { Session } from '#server/db/tables.ts'

export type SessionRow = Selectable<Session>

export interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly tokenHash: Buffer
  readonly restricted: boolean
  readonly collects?: boolean
  /** The session of an API key: it never idles, and no token opens it. */
  readonly isKey?: boolean
  readonly userAgent: string
  readonly expiresAt: Date
}

export async function addSession(db: Db, session: NewSession, now: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: session.tokenHash,
      restricted: session.restricted,
      collects: session.collects ?? false,
      is_key: session.isKey ?? false,
      user_agent: session.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Ends all but the `kept` most recently used sessions. */
export async function endOldSessions(db: Db, accountId: string, kept: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', accountId)
        .where('is_key', '=', false)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
}

/**
 * Finds a live session with its account's role; both must be live now. A collection session lives only while
 * its account is disabled.
 */
export async function findSession(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.id',
      'session.restricted',
      'session.collects',
      'session.last_seen_at',
      'account.id as account_id',
      'account.role',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.is_key', '=', false)
    .where('session.expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .where(sql<boolean>`session.collects = (account.disabled_at is not null)`)
    .executeTakeFirst()
}

/** Which of these sessions are valid for every call, by the same rules as `identifyAccount`. */
export async function findLiveSessions(
  db: Db,
  ids: readonly string[],
  now: Date,
  idle: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.id', 'in', ids)
    .where('session.restricted', '=', false)
    .where('session.expires_at', '>', now)
    .where(isInUse(now, idle))
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** SQL condition: not idle. Keys never are. */
function isInUse(now: Date, idle: number) {
  return sql<boolean>`(session.is_key or session.last_seen_at > ${new Date(now.getTime() - idle)})`
}

/** Finds the account of a live session, or of a key's, for signed addresses that end with it. */
export async function findSessionById(db: Db, id: string, now: Date, idle: number) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('api_key', 'api_key.id', 'session.id')
    .select(['session.restricted', 'account.id as accountId', 'api_key.team_id', 'api_key.series'])
    .where('session.id', '=', id)
    .where('session.expires_at', '>', now)
    .where(isInUse(now, idle))
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).execute()
}

/** Lists live sessions: neither expired nor unused for `idle` milliseconds. */
export async function listSessions(
  db: Db,
  accountId: string,
  now: Date,
  idle: number,
): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_key', '=', false)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - idle))
    .orderBy('last_seen_at', 'desc')
    .execute()
}

/** Returns false if the account has no such session. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('is_key', '=', false)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions and API keys of an account. */
export async function endAllSessions(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** How long an owner still sees an expired API key in the list, in milliseconds. */
const expiredKeysShownFor = 30 * 24 * 3_600_000

/**
 * Ends sessions that are expired or unused for `idle` milliseconds; corrects those dated by a clock that was
 * ahead. An expired key is marked, so that it stays expired if the clock goes back, and deleted a month later.
 */
export async function expireSessions(db: Db, now: Date, idle: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('is_key', '=', false)
    .where(({ eb, or }) =>
      or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', new Date(now.getTime() - idle))]),
    )
    .execute()
  await db
    .updateTable('session')
    .set({ restricted: true })
    .where('is_key', '=', true)
    .where('restricted', '=', false)
    .where('expires_at', '<=', now)
    .execute()
  await db
    .deleteFrom('session')
    .where('is_key', '=', true)
    .where('expires_at', '<=', new Date(now.getTime() - expiredKeysShownFor))
    .execute()
  await db
    .updateTable('session')
    .set({ created_at: now, expires_at: sql`expires_at - (created_at - ${now}::timestamptz)` })
    .where('created_at', '>', aheadOf(now))
    .execute()
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('last_seen_at', '>', aheadOf(now))
    .execute()
}

/** Whether the session started only minutes ago, so that the person has just authenticated. */
export async function isFresh(db: Db, id: string, now: Date): Promise<boolean> {
  const fresh = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', new Date(now.getTime() - limits.freshSession))
    .executeTakeFirst()
  return fresh !== undefined
}

/** Ends all but this session and the API keys; returns their number. */
export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '<>', keptId)
    .where('is_key', '=', false)
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
